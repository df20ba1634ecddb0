"""Style sheets, modules and pictures that browsers load; no Python here."""

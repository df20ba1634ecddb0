"""Languages: marked messages, catalogs, negotiation, formatting, and the catalog checks.

Only `trainer.i18n.messages` may be used below the web and the command line.
"""

"""What a turn is worth, exactly or with an interval."""

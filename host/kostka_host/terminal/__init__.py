"""The table in a terminal: what it shows and what a person may type."""

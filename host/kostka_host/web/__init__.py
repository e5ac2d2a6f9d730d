"""The page: a table in a browser on this machine, drawn from what the board says."""

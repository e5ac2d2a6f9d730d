"""Models of the chips on the board's buses, shared by all boards that have no real ones."""

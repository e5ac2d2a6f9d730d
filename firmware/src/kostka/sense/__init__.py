"""What raw inputs mean: debounced bits and the settled picture of the table."""

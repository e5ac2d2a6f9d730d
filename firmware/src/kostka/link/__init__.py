"""The link: what a board and its host say to each other in checked lines."""

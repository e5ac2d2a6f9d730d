"""What the small screen shows: words wrapped to lines, dice, menus; and their pixels."""

"""Host packages of Kostka: boards, link, mirror, command line."""

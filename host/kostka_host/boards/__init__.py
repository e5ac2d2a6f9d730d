"""Boards: virtual ones and whatever else speaks the link."""

"""The app: the table as one thing, and the tasks that keep it running."""

"""Sheets of paper: mats to lay on the table, pieces to cut out."""

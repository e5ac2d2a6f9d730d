"""Runs first on every start. USB keeps its one serial port, so there is nothing to set up."""

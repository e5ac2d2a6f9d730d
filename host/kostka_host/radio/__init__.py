"""Dice that tell by Bluetooth how they fell: GoDice and Pixels."""

"""A heater that is switched by temperature, as somebody's own project might have it."""


class Thermostat:
    def __init__(self, target, band=1.0):
        self.target = target
        self.band = band
        self.heating = False

    def step(self, celsius):
        if celsius < self.target - self.band:
            self.heating = True
        elif celsius > self.target + self.band:
            self.heating = False
        return self.heating

    def label(self):
        if self.heating:
            return "heating to %d" % self.target
        return "idle"

"""The world's own behaviour: time, later weather, water and growth."""

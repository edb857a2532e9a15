"""The ways a talk reaches the owner. A channel sees the host through `yurios.host` and nothing else of her."""

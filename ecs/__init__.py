"""What exists: components, signals, and the rules of time, order and record. No I/O, no clock, no threads."""

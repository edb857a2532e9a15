"""What bodies do on frames."""

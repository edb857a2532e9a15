"""When something may be said unasked: one policy for goals, timers, triggers, murmurs and whatever else may impose."""

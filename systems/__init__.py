"""What happens: plain functions `(world, inbox)`, one behaviour a file. `order.py` says when each runs."""

"""What she keeps: files folded in, later memory and knowledge."""

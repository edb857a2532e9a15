"""Where it touches the outside: edges, and the profiles that assemble everything."""

__version__ = "0.1.0"

"""The command line, one file a command: each offers `arguments(parser)` and `run(args) -> exit code`."""

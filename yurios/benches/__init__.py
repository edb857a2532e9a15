"""What is measured, one file a subject; each gives rows for `run.py bench`."""

"""The stores: what she keeps, as rules over components and plain text. No I/O; edges read and write the files."""

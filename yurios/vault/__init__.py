"""Her mind as a folder: a git repository of markdown that the owner can read, edit, move and roll back."""

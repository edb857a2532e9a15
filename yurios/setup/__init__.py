"""Set-up: from nothing but Python to a virtual environment with everything. Standard library only."""

"""Scenario files: a life written down ahead, run in virtual time by the same code as a live one."""

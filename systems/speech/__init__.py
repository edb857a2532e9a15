"""The turn: hearing, answering, settling."""

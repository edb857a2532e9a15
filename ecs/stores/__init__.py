"""What a mind keeps: stores whose state lives in components. Files and indexes are edges' work."""

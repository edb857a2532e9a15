"""The model edge: provider records, and the three protocols behind one door (`yurios.models.edge`)."""

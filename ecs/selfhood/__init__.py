"""Who she is and how that may change: proposals and their gate, her own judgement of her lines, her mood, her spending."""

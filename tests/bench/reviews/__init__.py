"""Whether reviews are right, and what they cost."""

"""Games as data for learning: records, and flat tables of (view, action, outcome) (docs/export.md)."""

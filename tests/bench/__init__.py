"""Benchmarks: measured by people with `python3 run.py bench`, never asserted by tests."""

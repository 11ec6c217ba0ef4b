"""What leaves the house to be read or cited: rankings in words, and the report as one file."""

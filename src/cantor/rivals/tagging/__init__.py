"""The rival that gives each number its sign and coefficient."""

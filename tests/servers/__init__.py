"""Real servers for the tests: how to get them, start them and end them."""

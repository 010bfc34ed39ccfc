"""How fast, beside what: ratios measured in one run, contestants in turn (`make bench`)."""

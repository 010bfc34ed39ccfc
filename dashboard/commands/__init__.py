"""One module a subcommand: `configure` names its options, `run` does it."""

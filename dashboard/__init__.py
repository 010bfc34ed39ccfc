"""Who asks: workspaces, the desk's use cases, the page, REST and the command line."""

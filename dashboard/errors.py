"""What the desk refuses, in sentences for people.

DeskError            bad input of any kind; the command line exits 2 with it, REST answers 4xx
├── WorkspaceError   a workspace file that cannot be used
├── QueryError       a query that cannot be searched
└── NothingAnswered  every collection failed
"""


class DeskError(Exception):
    """Bad input; the message names the thing, the rule, the value and the cure."""


class WorkspaceError(DeskError):
    """A workspace file that cannot be used."""


class QueryError(DeskError):
    """A query that cannot be searched."""


class NothingAnswered(DeskError):
    """No collection answered."""

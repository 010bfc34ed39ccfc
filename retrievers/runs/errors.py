"""What is wrong with a file, in the form `file:line: field expected …, got …`."""

from retrievers.errors import RetrieverError


class RunFileError(RetrieverError):
    """A run file or a file of judgments that cannot be used; the message names file and line."""

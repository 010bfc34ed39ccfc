"""Chess results: the board at the key position, and a line's moves apart from its comments."""

import re

import chess
import chess.svg
from markupsafe import Markup

_COMMENT = re.compile(r"\{([^}]*)\}")


def board_svg(fen: str) -> Markup | None:
    """Draw a position; None where the text is no position. python-chess writes the SVG itself."""
    try:
        board = chess.Board(fen)
    except ValueError:
        return None
    return Markup(chess.svg.board(board, size=230))


def readable_moves(movetext: str) -> Markup:
    """Set a line's comments apart from its moves."""
    said = Markup("")
    for number, part in enumerate(_COMMENT.split(movetext)):
        if part.strip():
            shape = Markup('<span class="fd-said">{}</span> ') if number % 2 else Markup("<b>{}</b> ")
            said += shape.format(" ".join(part.split()))
    return said

"""A chess board as SVG, for results that have a position."""

import chess
import chess.svg
from markupsafe import Markup


def board_svg(fen: str) -> Markup | None:
    """Draw a position; None where the text is no position. python-chess writes the SVG itself."""
    try:
        board = chess.Board(fen)
    except ValueError:
        return None
    return Markup(chess.svg.board(board, size=230))

"""Words that ask for understanding or for lines, grouped by what the reason says; data only.

Phrases are comma-separated and folded as in `opening_names`; a final "s" does not matter.
"""

# Count always: beside a named opening they make the query mixed, alone they make it a concept.
UNDERSTANDING = {
    "asks for plans": """
        plan, planning, idea, aim, goal, concept, purpose, point behind, what to aim for, piece
        placement, where to put, where do the pieces, which pieces, manoeuvre, maneuver,
        manoeuvring, maneuvering, pawn break, break, pawn lever, importance, role of, long term,
        ideen, ideas tipicas
        """,
    "asks for strategy": """
        strategy, strategie, strategic, strategical, strategically, positional, positionally,
        prophylaxis, prophylactic, overprotection, blockade, blockading, initiative, space
        advantage, cramped position, piece activity, active piece, worst piece, worst placed piece,
        two weakness, weakness, weaknesses, weak square, square, color complex, colour complex,
        outpost, bishop pair, two bishops, bad bishop, good bishop, good knight, light squared
        bishop, dark squared bishop, bad light squared bishop, light square, dark square, knight vs
        bishop, bishop vs knight, open file, half open file, seventh rank, 7th rank, dynamic,
        static, imbalance, compensation, pressure, queenside pressure, kingside attack, queenside
        attack, pawn storm, castled king, opposite side castling, opposite sides, attack the king,
        mating attack, king safety, closed position, open position, strategia, estrategia,
        restriction, centralization, centralisation, simplification, my system, trade queens,
        trading queens, exchange queens, trade pieces, trading pieces, exchange pieces, when to
        trade, when to exchange, evaluate, evaluating, evaluation, material advantage
        """,
    "asks why or how": """
        why, explain, explained, explaining, explanation, understand, understanding, comprehend,
        meaning of, logic, reasoning, for dummies, guide, introduction, overview, difference, warum,
        wieso, erklart, por que, pourquoi, comment jouer, como jugar
        """,
    "asks for principles": """
        principle, rule of thumb, guideline, fundamentals, basics, heuristic, theme, thematic,
        motif, typical, typically, characteristic, common mistake, typical mistake, rook behind
        passed pawn
        """,
    "asks about a phase": """
        middlegame, middle game, midgame, mittelspiel, endgame, end game, ending, endspiel, finales,
        late game, endgame technique
        """,
    "names a structure": """
        structure, pawn structure, pawn skeleton, isolated queen pawn, isolated pawn, isolated d
        pawn, iqp, isolani, hanging pawn, minority attack, carlsbad, carlsbad structure, pawn
        majority, queenside majority, pawn chain, pawn island, doubled pawn, tripled pawn, backward
        pawn, passed pawn, passer, pawn center, pawn centre, bauernstruktur, connected passers,
        protected passed pawn, outside passed pawn
        """,
    "names an endgame": """
        lucena, lucena position, philidor position, vancura, vancura defence, vancura position,
        opposition, triangulation, zugzwang, fortress, key square, corresponding squares, reti
        study, reti maneuver, rook and pawn, king and pawn, queen vs rook, queen vs pawn, queen
        versus rook, rook vs bishop, rook vs knight, rook vs pawn, bishop and knight mate, two
        bishops mate, bishop and knight, opposite colored bishops, opposite coloured bishops,
        opposite color bishops, rook pawn, wrong rook pawn, wrong bishop, tablebase, king activity,
        theoretical draw, shouldering
        """,
    "names a tactic": """
        tactic, tactical, tactically, taktik, combination, sacrifice, sacrificing, sac, exchange
        sacrifice, greek gift, pin, fork, skewer, double attack, discovered attack, discovered
        check, zwischenzug, intermezzo, deflection, decoy, overload, overloaded, interference, back
        rank, back rank mate, mating pattern, checkmate pattern, mate in, smothered mate, windmill,
        x ray, clearance, puzzle, mating net, checkmate, desperado, removing the defender, perpetual
        check, stalemate trick
        """,
    "asks for method": """
        technique, method, convert, converting, conversion, winning position, calculate,
        calculating, calculation, visualize, visualise, visualization, visualisation, visualizing,
        blindfold, candidate move, thought process, thinking process, decision making, blunder,
        blundering, blunder check, mistake, analyze, analyse, analyzing, analysing, pattern
        recognition, intuition, tree of analysis, defend difficult, difficult position, worse
        position, defending, counterplay, swindle, equal position, no plan, memorize, memorizing,
        memorise, memorising, study openings, learn openings
        """,
    "asks for training": """
        training, train, trainer, improve, improvement, improving, get better, better at chess,
        practice, practise, exercise, woodpecker, study plan, coach, coaching, spaced repetition,
        self study, get stronger, plateau
        """,
    "asks about psychology": """
        psychology, psychological, psychologically, tilt, nerves, nervous, anxiety, confidence,
        focus, concentration, concentrate, time trouble, zeitnot, time management, time pressure,
        fear, scared, motivation, stamina, stronger opponent, weaker opponent, higher rated, lower
        rated, intimidated
        """,
    "asks for model games": """
        model game, annotated game, instructive game, example game, illustrative game, famous game,
        classic game, master game, grandmaster game, sample game, games to study, games to learn
        from, beispielpartien, partidas modelo, annotated, instructive
        """,
}

# Count always as a request for lines.
LINES = "repertoire, gambit, countergambit, eco, eco code, against 1 e4, against 1 d4, repertorio"

# Count only where nothing above was found on either side.
SOFT_LINES = """
opening, variation, line, mainline, main line, sideline, theory, move order, setup, set up,
refutation, refute, novelty, trap, transpose, transposition, best response, best reply, best answer,
eroffnung, apertura, first move, opening move
"""
SOFT_UNDERSTANDING = """
attack, attacking, defend, mate, mating, knight, bishop, rook, queen, king, pawn, piece, position,
win, winning, lose, losing, learn, trade, exchange, material, opponent, beginner, advantage, draw,
drawing, center, centre, development, tempo, castling, castle, drawn, study
"""

# Idioms whose words would otherwise count.
NEUTRAL = "no idea, any idea, good idea, bad idea, king of, by mistake"

# "how to ..." asks for method, unless the verb asks for a move.
HOW_STARTS = """
to, do, does, should, can, could, would, did, black, white, is, must, i, you, one, best
"""
REPLY_VERBS = """
respond, reply, answer, meet, refute, counter, continue, decline, accept, face, transpose, punish,
proceed, react
"""

# Adjectives quoted together with the word that they qualify.
QUALIFIERS = """
main, typical, key, general, common, basic, strategic, positional, tactical, thematic, long, short,
central, standard, usual, important, opening, middlegame, white, black
"""

# After the name of a country or a city these say that no opening is meant.
NOT_AFTER_AN_OPENING = """
grammar, language, book, player, chess, toast, team, league, school, grandmaster, master, champion,
championship, translation, edition, people, federation, classic, olympiad, word, cuisine, tournament
"""

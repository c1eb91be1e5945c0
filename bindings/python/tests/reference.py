"""Games in plain Python, slow and obviously right: the oracle of the tests and
the other side of the bench. Nothing here uses Legatus."""

from functools import lru_cache


class Form:
    """A canonical form, from canonical options; equal forms are one object."""

    known = {}

    def __init__(self, left, right):
        self.left, self.right = left, right

    @classmethod
    def of(cls, left, right):
        left, right = undominated(left, ge), undominated(right, le)
        left = bypassed(left, right, True)
        right = bypassed(left, right, False)
        key = (frozenset(left), frozenset(right))
        if key not in cls.known:
            cls.known[key] = cls(*key)
        return cls.known[key]

    def text(self):
        def side(options):
            return ",".join(sorted(option.text() for option in options))

        return "{" + side(self.left) + "|" + side(self.right) + "}"


@lru_cache(maxsize=None)
def le(g, h):
    """No Left option of g is at least h, and no Right option of h at most g."""
    return not any(le(h, option) for option in g.left) and not any(
        le(option, g) for option in h.right
    )


def ge(g, h):
    return le(h, g)


def undominated(options, better):
    kept = []
    for option in options:
        if any(better(other, option) for other in kept):
            continue
        kept = [other for other in kept if not better(option, other)] + [option]
    return kept


def form_le(left, right, h):
    """{left|right} <= h."""
    return not any(le(h, option) for option in left) and not any(
        form_ge(left, right, option) for option in h.right
    )


def form_ge(left, right, h):
    """{left|right} >= h."""
    return not any(le(option, h) for option in right) and not any(
        form_le(left, right, option) for option in h.left
    )


def bypassed(left, right, of_left):
    """The options of one side, reversible ones replaced."""
    mine = list(left if of_left else right)
    changed = True
    while changed:
        changed = False
        for option in mine:
            replies = option.right if of_left else option.left
            reverses = form_ge if of_left else form_le
            now = (mine, right) if of_left else (left, mine)
            for reply in replies:
                if reverses(*now, reply):
                    mine.remove(option)
                    mine.extend(reply.left if of_left else reply.right)
                    mine = undominated(mine, ge if of_left else le)
                    changed = True
                    break
            if changed:
                break
    return mine


def value(rules, position, memo):
    """The canonical form of a position, by the definition."""
    if position not in memo:
        memo[position] = Form.of(
            *(
                [value(rules, after, memo) for after in rules.moves(position, player)]
                for player in ("Left", "Right")
            )
        )
    return memo[position]


class Heap:
    """Left takes one or two counters, Right takes one or three."""

    def moves(self, heap, player):
        return [heap - n for n in {"Left": (1, 2), "Right": (1, 3)}[player] if n <= heap]


class Clobber:
    """Clobber on a row of x, o and blanks."""

    def moves(self, row, player):
        mine, theirs = ("x", "o") if player == "Left" else ("o", "x")
        found = []
        for place, stone in enumerate(row):
            if stone != mine:
                continue
            for near in (place - 1, place + 1):
                if 0 <= near < len(row) and row[near] == theirs:
                    after = list(row)
                    after[place], after[near] = ".", mine
                    found.append("".join(after))
        return found


class SplitClobber(Clobber):
    """Clobber that knows its parts."""

    def parts(self, row):
        return [part for part in row.split(".") if len(set(part)) == 2]

    def normal_form(self, row):
        return min(row, row[::-1])


class Domineering:
    """Domineering on sets of squares, Left vertical."""

    def moves(self, squares, player):
        down, across = (1, 0) if player == "Left" else (0, 1)
        return [
            squares - {(row, column), (row + down, column + across)}
            for row, column in squares
            if (row + down, column + across) in squares
        ]


class Scores:
    """A hot game: whoever takes k of n counters scores n times k."""

    def moves(self, position, player):
        heap, score = position
        sign = 1 if player == "Left" else -1
        if heap == 0:
            return [(0, score - sign)] if sign * score > 0 else []
        return [(heap - k, score + sign * heap * k) for k in (1, 2, 3) if k <= heap]


def board(rows, columns):
    return frozenset((row, column) for row in range(rows) for column in range(columns))

#!/usr/bin/env python3
"""Checks certificates of lemmas ("legatus proof 2"), independently of Legatus.

    checker.py FILE...

prints a line for each file and exits with 1 if one is rejected. It follows
docs/certificates.md and uses Python's standard library alone; the rules of
Clobber, Domineering, Cram, Toads and Frogs, Nim and octal games are written
here once more. Other games are refused.
"""

import sys
from fractions import Fraction

LEFT, RIGHT = 0, 1


class Rejected(Exception):
    pass


def demand(condition, why):
    if not condition:
        raise Rejected(why)


# --- the checksum: BLAKE3 -----------------------------------------------------

IV = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)
ORDER = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
ROUND = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
         (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))
START, END, PARENT, ROOT = 1, 2, 4, 8


def compress(chain, words, counter, length, flags):
    v = list(chain) + list(IV[:4]) + [counter & 0xFFFFFFFF, counter >> 32, length, flags]
    for turn in range(7):
        for place, (a, b, c, d) in enumerate(ROUND):
            for word, by_d, by_b in ((words[2 * place], 16, 12), (words[2 * place + 1], 8, 7)):
                v[a] = (v[a] + v[b] + word) & 0xFFFFFFFF
                x = v[d] ^ v[a]
                v[d] = (x >> by_d | x << (32 - by_d)) & 0xFFFFFFFF
                v[c] = (v[c] + v[d]) & 0xFFFFFFFF
                x = v[b] ^ v[c]
                v[b] = (x >> by_b | x << (32 - by_b)) & 0xFFFFFFFF
        words = [words[i] for i in ORDER]
    return [v[i] ^ v[i + 8] for i in range(8)]


def blake3(data):
    def node(start, end, root):
        """The chaining value of a part of the data that begins at a chunk."""
        if end - start <= 1024:
            chain, blocks = IV, range(start, max(end, start + 1), 64)
            for block in blocks:
                piece = data[block:min(block + 64, end)]
                words = [int.from_bytes(piece[i:i + 4].ljust(4, b"\0"), "little") for i in range(0, 64, 4)]
                flags = START * (block == start) | (END | root) * (block == blocks[-1])
                chain = compress(chain, words, start // 1024, len(piece), flags)
            return chain
        half = 1024 << ((end - start - 1) // 1024).bit_length() - 1
        words = node(start, start + half, 0) + node(start + half, end, 0)
        return compress(IV, words, 0, 64, PARENT | root)
    return b"".join(word.to_bytes(4, "little") for word in node(0, len(data), ROOT))


# --- the rules: parts(position) and options(part, player) ----------------------

def images(cells):
    """A board, as a dictionary from squares, in its eight positions, the last
    four of them turned by a right angle."""
    for turn in range(8):
        moved = {}
        for (row, col), what in cells.items():
            row, col = (-row if turn & 1 else row), (-col if turn & 2 else col)
            moved[(col, row) if turn & 4 else (row, col)] = what
        top, left = (min(square[i] for square in moved) for i in (0, 1))
        yield turn >= 4, tuple(sorted(((r - top, c - left), w) for (r, c), w in moved.items()))


def regions(cells):
    """Connected squares, region by region."""
    cells = dict(cells)
    while cells:
        region, open_ = {}, [next(iter(cells))]
        while open_:
            row, col = square = open_.pop()
            if square in cells:
                region[square] = cells.pop(square)
                open_ += [(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)]
        yield region


def squares(text):
    return {(r, c): what for r, line in enumerate(text.split("/")) for c, what in enumerate(line)}


def is_tight(text, letters, live):
    """Whether a board is written with these letters, and without rows or
    columns at its edges in which nothing is live."""
    rows = text.split("/")
    edges = [rows[0], rows[-1], [row[:1] for row in rows], [row[-1:] for row in rows]]
    return (len(set(map(len, rows))) == 1 and set(text) <= set(letters + "/")
            and all(set(edge) & set(live) for edge in edges))


class Clobber:
    impartial = False

    def is_written(self, text):
        return is_tight(text, "BW.", "BW")

    def parts(self, text):
        return self.split({s: w for s, w in squares(text).items() if w in "BW"})

    def split(self, cells):
        swap = {"B": "W", "W": "B"}
        for region in regions(cells):
            if len(set(region.values())) == 2:
                swapped = {square: swap[what] for square, what in region.items()}
                yield min((key, sign) for sign, board in ((0, region), (1, swapped))
                          for _, key in images(board))

    def options(self, part, player):
        cells = dict(part)
        mine, other = "BW"[player], "WB"[player]
        for row, col in cells:
            for to in ((row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)):
                if cells[row, col] == mine and cells.get(to) == other:
                    after = {**cells, to: mine}
                    del after[row, col]
                    yield self.split(after)


class Domineering:
    impartial = False

    def is_written(self, text):
        return is_tight(text, ".#", ".")

    def parts(self, text):
        return self.split({s: "." for s, w in squares(text).items() if w == "."})

    def split(self, cells):
        for region in regions(cells):
            if len(region) > 1:
                yield min((key, int(turned and not self.impartial)) for turned, key in images(region))

    def options(self, part, player):
        cells = dict(part)
        for down, right in ((1, 0), (0, 1)):
            if self.impartial or right == player:
                for row, col in cells:
                    pair = {(row, col), (row + down, col + right)}
                    if pair <= cells.keys():
                        yield self.split({s: "." for s in cells if s not in pair})


class Cram(Domineering):
    impartial = True


class ToadsAndFrogs:
    impartial = False

    def is_written(self, text):
        return set(text) <= set("BW.") and text == text.lstrip("W").rstrip("B") and "BBWW" not in text

    def parts(self, text):
        for piece in text.replace("BBWW", "BB/WW").split("/"):
            piece = piece.lstrip("W").rstrip("B")
            mirrored = piece[::-1].translate(str.maketrans("BW", "WB"))
            if any(True for part in (piece, mirrored) for _ in self.hops(part)):
                yield min((piece, 0), (mirrored, 1))

    def hops(self, strip):
        for place in range(len(strip)):
            for here, after in (("B.", ".B"), ("BW.", ".WB")):
                if strip.startswith(here, place):
                    yield strip[:place] + after + strip[place + len(here):]

    def options(self, part, player):
        mirror = lambda strip: strip[::-1].translate(str.maketrans("BW", "WB"))
        for option in self.hops(mirror(part) if player else part):
            yield self.parts(mirror(option) if player else option)


class Heaps:
    """Codes: bit k of digit d says whether d may be taken leaving k heaps."""
    impartial = True

    def __init__(self, digits):
        self.digits = digits

    def is_written(self, text):
        return text.isascii() and text.isdigit() and text == str(int(text))

    def parts(self, text):
        heaps = [int(heap) for heap in text.split(",") if heap]
        return [(heap, 0) for heap in heaps if self.can_move(heap)]

    def can_move(self, heap):
        return any(digit & 4 and heap - taken > 1 or taken and digit & (2 if heap > taken else 1)
                   for taken in range(heap + 1) for digit in [self.digits(taken)])

    def options(self, heap, _player):
        for taken in range(heap + 1):
            digit = self.digits(taken)
            left = heap - taken
            if digit & 1 and left == 0 and taken:
                yield []
            if digit & 2 and left > 0 and taken:
                yield self.parts(str(left))
            if digit & 4:
                for one in range(1, left // 2 + 1):
                    yield self.parts(f"{one},{left - one}")


def octal(code):
    whole, _, rest = code.partition(".")
    demand(whole in ("", "0", "4") and rest and all(d in "01234567" for d in rest), "no octal code")
    digits = [int(whole or "0")] + [int(digit) for digit in rest]
    return Heaps(lambda taken: digits[taken] if taken < len(digits) else 0), len(digits) - 1


def game(name):
    games = {"clobber": Clobber, "domineering": Domineering, "cram": Cram,
             "toads_and_frogs": ToadsAndFrogs, "nim": lambda: Heaps(lambda taken: 3),
             "kayles": lambda: octal("0.77")[0], "dawsons_kayles": lambda: octal("0.07")[0]}
    if name.startswith("octal:"):
        return octal(name[6:])[0]
    demand(name in games, f"the rules of {name} are not known here")
    return games[name]()


# --- values: names are twice a number, and one more for the negative -----------

class Book:
    def __init__(self):
        self.forms = {0: ((), ())}
        self.own_negative = {0}
        self.numbers = {0: Fraction(0)}
        self.count = 1
        self.facts, self.sums = set(), {}

    def known(self, x):
        demand(x >> 1 in self.forms, "a value is not there")
        return x & ~1 if x >> 1 in self.own_negative else x

    def negative(self, x):
        return self.known(x ^ 1)

    def options(self, x, player):
        self.known(x)
        if x & 1:
            return [self.negative(option) for option in self.forms[x >> 1][1 - player]]
        return self.forms[x >> 1][player]

    def number(self, x):
        self.known(x)
        number = self.numbers.get(x >> 1)
        return -number if x & 1 and number is not None else number

    def declare(self, sides):
        for side in sides:
            demand(all(a < b for a, b in zip(side, side[1:])), "options are not ascending")
        self.forms[self.count] = tuple(map(tuple, sides))
        if sorted(map(self.negative, sides[RIGHT])) == list(sides[LEFT]):
            self.own_negative.add(self.count)
        ends = [self.number(side[0]) if side else None for side in sides]
        if all(len(side) < 2 and (not side or end is not None) for side, end in zip(sides, ends)):
            number = simplest(*ends)
            if number is not None and abs(number.numerator) <= 1 << 62 and number.denominator <= 1 << 31:
                self.numbers[self.count] = number
        self.count += 1

    def fact(self, x, y):
        return min((x, y), (self.negative(y), self.negative(x)))

    def le(self, x, y):
        a, b = self.number(x), self.number(y)
        if x == y or None not in (a, b):
            return x == y or a <= b
        return self.fact(x, y) in self.facts

    def compare(self, x, y):
        for here, there in ((x, y), (self.negative(y), self.negative(x))):
            for option in self.options(here, LEFT):
                demand(any(self.le(option, o) for o in self.options(there, LEFT))
                       or any(self.le(o, there) for o in self.options(option, RIGHT)),
                       "a comparison is not proved")
        self.facts.add(self.fact(x, y))

    def pair(self, a, b):
        plain = tuple(sorted((a, b)))
        mirrored = tuple(sorted((self.negative(a), self.negative(b))))
        return min(plain, mirrored), mirrored < plain

    def sum(self, a, b):
        if 0 in (a, b) or self.negative(a) == b:
            return 0 if self.negative(a) == b else a + b
        key, mirrored = self.pair(a, b)
        demand(key in self.sums, "a sum is not there")
        return self.negative(self.sums[key]) if mirrored else self.sums[key]

    def cancel(self, terms):
        kept = []
        for term in sorted(term for term in terms if term):
            if kept and self.negative(kept[-1]) == term:
                kept.pop()
            else:
                kept.append(term)
        return kept

    def total(self, terms):
        total = 0
        for term in self.cancel(terms):
            total = self.sum(total, term)
        return total

    def is_form(self, x, sides):
        return all(sorted(self.options(x, player)) == sorted(set(sides[player])) for player in (LEFT, RIGHT))

    def equal(self, x, y):
        return self.le(x, y) and self.le(y, x)

    def add(self, a, b, form, total):
        numbers = [self.number(x) for x in (a, b, total)]
        if None not in numbers[:2]:
            demand(numbers[2] == numbers[0] + numbers[1], "a sum of numbers is wrong")
        else:
            sides = [[self.sum(option, other) for moved, other in ((a, b), (b, a))
                      for option in self.options(moved, player)] for player in (LEFT, RIGHT)]
            demand(self.is_form(form, sides) and self.equal(form, total), "a sum is not proved")
        key, mirrored = self.pair(a, b)
        self.sums[key] = self.negative(total) if mirrored else total


def simplest(low, high):
    """The simplest number between two, None for no bound; None if there is none."""
    if low is not None and high is not None and low >= high:
        return None
    if (low is None or low < 0) and (high is None or high > 0):
        return Fraction(0)
    if low is None or low < 0:
        mirrored = simplest(-high, None if low is None else -low)
        return None if mirrored is None else -mirrored
    unit = Fraction(1)
    while True:
        number = (low // unit + 1) * unit
        if high is None or number < high:
            return number
        unit /= 2


# --- the file -------------------------------------------------------------------

class File:
    def __init__(self, data):
        demand(len(data) > 32 and blake3(data[:-32]) == data[-32:], "the checksum is wrong")
        head, gap, _ = data.partition(b"\n\n")
        demand(gap, "there is no header")
        self.lines = head.decode().split("\n")
        self.body, self.at = data[:-32], len(head) + 2

    def bytes(self, length):
        demand(self.at + length <= len(self.body), "the file ends too early")
        self.at += length
        return self.body[self.at - length:self.at]

    def number(self):
        number, shift = 0, 0
        while True:
            byte, = self.bytes(1)
            number |= (byte & 127) << shift
            if byte < 128:
                demand(number < 1 << 64 and (byte or not shift), "a number is written badly")
                return number
            shift += 7


def check(data):
    file = File(data)
    demand(file.lines.pop(0) == "legatus proof 2", "not a certificate of lemmas")
    claims = [line[7:] for line in file.lines if line.startswith("claim: ")]
    rest = file.lines[:len(file.lines) - len(claims)]
    demand(file.lines == rest + ["claim: " + claim for claim in claims] and claims, "a strange header")
    if claims[0].startswith("period "):
        period(file, rest, claims)
    else:
        lemmas(file, rest, claims)
    demand(file.at == len(file.body), "something follows")
    return "; ".join(claims)


def period(file, lines, claims):
    demand(len(lines) == 1 and lines[0].startswith("game: octal:") and len(claims) == 1, "a strange header")
    (heaps, reach), (_, p, _, start) = octal(lines[0][12:]), claims[0].split(" ")
    p, start = int(p), int(start)
    demand(p > 0 and start > 0, "a strange period")
    table = []
    for heap in range(2 * start + 2 * p + reach):
        values = set()
        for option in heaps.options(heap, LEFT):
            value = 0
            for part, _ in option:
                value ^= table[part]
            values.add(value)
        table.append(min(set(range(len(values) + 1)) - values))
        demand(file.number() == table[heap], "a nim value is wrong")
        demand(heap - p < start or table[heap - p] == table[heap], "the values do not repeat")


def lemmas(file, lines, claims):
    summands, names = [], []
    for name, position in zip(lines[::2], lines[1::2]):
        minus = name.startswith("minus ")
        name = name[6:] if minus else name
        demand(name.startswith("game: ") and position.startswith("position: "), "a strange header")
        summands.append((name[6:], position[10:], minus))
        names += [name[6:]] if name[6:] not in names else []
    demand(summands and len(lines) % 2 == 0, "a strange header")
    games, nim = [game(name) for name in names], claims[0].startswith("nim value ")
    book, shelf, kept = Book(), {}, {}
    count = steps = 0

    def name():
        x = file.number()
        demand(book.known(x) == x, "a value by another name")
        return x

    def terms(index, parts):
        for part, sign in parts:
            demand((index, part) in shelf, "nothing is proved of a part")
            value = shelf[index, part]
            yield book.negative(value) if sign and not nim else value

    def nim_sum(index, parts):
        value = 0
        for term in terms(index, parts):
            value ^= term
        return value

    while tag := file.number():
        demand(tag == 9 or tag < 9 and nim == (tag == 5), "a step of no such kind")
        if tag == 1:
            book.declare([[name() for _ in range(file.number())] for _ in (LEFT, RIGHT)])
        elif tag == 2:
            book.compare(name(), name())
            steps += 1
        elif tag == 3:
            book.add(name(), name(), name(), name())
        elif tag in (4, 5):
            index = file.number()
            demand(index < len(games), "no such game")
            rules, text = games[index], file.bytes(file.number()).decode()
            demand(rules.is_written(text), "a position is not written as its game does")
            (part, sign), = rules.parts(text)
            if tag == 5:
                demand(rules.impartial, "not impartial")
                values = {nim_sum(index, option) for option in rules.options(part, LEFT)}
                value = file.number()
                demand(value not in values and values >= set(range(value)), "a nim value is not proved")
            else:
                form, value = name(), name()
                if sign:
                    form, value = book.negative(form), book.negative(value)
                sides = [[book.total(terms(index, option)) for option in rules.options(part, player)]
                         for player in (LEFT, RIGHT)]
                demand(book.is_form(form, sides) and book.equal(form, value), "a value is not proved")
            demand((index, part) not in shelf, "proved twice")
            shelf[index, part], kept[count] = value, (index, part)
            count += 1
        elif tag == 6:
            number = file.number()
            demand(number and number in book.forms, "a value is not there")
            del book.forms[number]
        elif tag == 7:
            book.facts.remove(book.fact(name(), name()))
        elif tag == 8:
            del book.sums[book.pair(name(), name())[0]]
        elif tag == 9:
            del shelf[kept.pop(file.number())]
    parts = [(names.index(name), part, sign ^ minus) for name, text, minus in summands
             for part, sign in games[names.index(name)].parts(text)]
    if nim:
        value = 0
        for index, part, _ in parts:
            value ^= nim_sum(index, [(part, 0)])
        demand(claims == [f"nim value {value}"], "the sum has another nim value")
        demand(all(rules.impartial for rules in games), "not impartial")
    else:
        all_terms = [term for index, part, sign in parts for term in terms(
            index, [(part, sign and not games[index].impartial)])]
        if claims == ["value"]:
            demand(name() == book.total(all_terms), "the sum has another value")
        else:
            steps += winners(file, book, all_terms, claims)
    demand(file.number() == count and file.number() == steps, "the totals are wrong")


def winners(file, book, terms, claims):
    """Who wins a sum of values: every move of the loser is answered."""
    known, open_, answered = set(), [], 0

    def after(terms):
        return [book.cancel(map(book.negative, terms[:place] + [option] + terms[place + 1:]))
                for place, term in enumerate(terms) if term not in terms[:place]
                for option in book.options(term, LEFT)]

    def add(terms):
        if tuple(terms) not in known:
            known.add(tuple(terms))
            open_.append(terms)

    def answer(terms):
        moves, number = after(terms), file.number()
        demand(number < len(moves), "an answer is no move")
        add(moves[number])

    starters = set()
    for claim in claims:
        starter, _, _, winner, _ = claim.replace(",", " ,").split(" ")
        demand({starter, winner} <= {"left", "right"} and starter not in starters
               and claim == f"{starter} starts, {winner} wins", "a strange claim")
        starters.add(starter)
        start = book.cancel(terms if starter == "left" else map(book.negative, terms))
        (answer if winner == starter else add)(start)
        while open_:
            for moved in after(open_.pop()):
                answered += 1
                answer(moved)
    return answered


def main():
    sys.setrecursionlimit(10_000)
    failed = False
    for path in sys.argv[1:]:
        try:
            with open(path, "rb") as file:
                print(f"accepted: {check(file.read())}")
        except (Rejected, ValueError, KeyError, IndexError, StopIteration) as why:
            failed = True
            print(f"rejected: {why}".replace("\n", " "))
    sys.exit(failed)


if __name__ == "__main__":
    main()

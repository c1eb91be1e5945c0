"""Positions, sums, and games of the registry."""

import pickle

import pytest

import legatus
from legatus import Value, amazons, ask, clobber, domineering, game, kayles, nim, position


def test_questions_about_a_position():
    at = clobber("XOX/OX.")
    assert at.value() == Value("{^^*|*,v}") and at.outcome() == "N"
    assert at.count() == 36 and sum(at.levels()) == 36
    assert at.thermograph() == at.value().thermograph()
    assert {move.player for move in at.moves()} == {"Left", "Right"}
    winning = at.winning_moves("Left")
    assert winning and all(move.play().outcome() in "LP" for move in winning)
    others = {move.name for move in at.moves("Left")} - {move.name for move in winning}
    assert all(at.play(name, "Left").outcome() in "NR" for name in others)
    assert nim(3, 4, 5).nim_value() == 2 == kayles(2).nim_value()
    assert at.ask("value")["value"] == "{^^*|*,v}"


def test_options_make_the_value():
    at = domineering("3x3")
    sides = [[move.play().value() for move in at.moves(player)] for player in ("Left", "Right")]
    assert legatus.form(*sides) == at.value()


def test_sums():
    total = clobber("XO") + nim(2) - Value("^") + 1
    assert total.value() == Value("1v*3")
    assert total.outcome() == "L"
    assert (total - total).outcome() == "P"
    assert sum([nim(1), nim(2), nim(3)]).outcome() == "P"
    assert (-domineering("2x3")).value() == -domineering("2x3").value()
    assert (1 - nim(1)).value() == Value("1*")
    assert total.game is None and nim(3).game == "nim"
    names = [move.name for move in (nim(1) + nim(2)).moves("Left")]
    assert len(names) == 3 and all(name.startswith("nim ") for name in names)
    assert len(amazons("L.#.R").parts()) == 2


def test_positions_are_written_and_read():
    for at in (clobber("XOX"), nim(3, 4) - clobber("XO"), nim(2) + Value("{1|-1}")):
        again = eval(repr(at), {"position": position})
        assert again == at and hash(again) == hash(at)
        assert pickle.loads(pickle.dumps(at)) == at
    assert nim(1) != nim(2) and nim(1) != 1


def test_variants_starts_and_misere():
    mace = game("legionnaires:mace")
    assert mace("3x3").outcome() == ask("outcome", "legionnaires:mace", "3x3")["outcome"]
    assert ("3x3" in dict(mace.starts)) and "mace" in mace.variants
    assert nim(1).outcome(misere=True) == "P" and nim(1).outcome() == "N"
    assert pickle.loads(pickle.dumps(mace)) == mace
    assert set(legatus.games()) >= {"clobber", "nim", "amazons"}
    assert legatus.clobber.title == "Clobber"


def test_every_game_answers_about_its_example():
    for name in legatus.games():
        found = game(name)
        if found.notation == "Positions are written as Python does.":
            continue
        try:
            at = found(found.example)
        except legatus.Error:
            # Some have rules only with a variant.
            at = game(f"{name}:{next(iter(found.variants))}")(found.example)
        assert "<svg" in at.svg()
        assert len(at.moves()) == len(at.moves("Left")) + len(at.moves("Right"))
        assert at.outcome() in ("L", "R", "N", "P") or at.is_loopy


def test_loopy_games_have_outcomes_and_no_values():
    at = game("legionnaires:centurion")("W./.B")
    assert at.is_loopy and at.outcome()
    with pytest.raises(legatus.Error, match="may not end"):
        at.value()


def test_proofs(tmp_path):
    told = clobber("XOX/OXO").prove(tmp_path / "proof")
    assert told["proof"]["positions"] > 0
    assert ask("check", tmp_path / "proof")


def test_rule_files(tmp_path, root):
    path = next((root / "games").glob("*.game"), None)
    text = path.read_text() if path else None
    if text is None:
        pytest.skip("no rule files in the repository")
    copied = tmp_path / "own.game"
    copied.write_text(text)
    by_path = game(copied)
    assert by_path(by_path.example).moves() is not None


def test_trees_and_pictures():
    tree = clobber("XXO").tree()
    assert len(tree) == 5 and "<svg" in tree._repr_svg_()
    assert clobber("XXO").tree(1).nodes[0][3] == "^"
    bundle = clobber("XO")._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "image/svg+xml"}


def test_questions_have_their_settings():
    assert ask("value", "nim", "3,4,5")["value"] == "*2"
    assert ask("find", "clobber", "1x3", value="^")
    assert set(legatus.questions()) >= {"value", "outcome", "moves", "count", "grundy"}
    with pytest.raises(legatus.Error, match="no setting `colour`"):
        ask("value", "nim", "1", colour="red")
    with pytest.raises(legatus.Error, match="no question `vlaue`"):
        ask("vlaue", "nim", "1")
    with pytest.raises(legatus.Error, match="invalid value"):
        ask("count", "nim", "1", threads=0)


def test_moves_of_one_name_are_told_apart():
    sum_ = domineering("..") + domineering("../..")
    assert [move.position.text for move in sum_.winning_moves("Right")] == [
        'domineering("..") + domineering("##/..")',
        'domineering("..") + domineering("../##")',
    ]
    assert [move.name for move in (nim(2) + nim(3)).winning_moves("Left")] == ["nim take 1 from heap 3"]

"""Readers on tiny random encoders: probabilities, learning, answers of each type, saving."""

from dataclasses import replace
from pathlib import Path

import pytest
import torch

from cantor.data.answer import Answer, NumberAnswer, SpansAnswer, kind
from cantor.model.saving import from_pretrained, save_pretrained
from cantor.reading.batch import ReadingBatch
from cantor.reading.candidate import Candidate, merged
from cantor.reading.metric import score
from cantor.reading.network import PassageReader
from cantor.reading.passage import Asked
from cantor.reading.questions import prepared
from helpers.passages import ASKED, CHOIR, FERRY, MILL, SYSTEMS, batch_of, number, reader

ARITHMETIC = [case for case in ASKED if kind(case[2]) == "number"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_it_learns(system: str, tmp_path: Path) -> None:
    """Thirty steps: the loss falls, every gradient is finite, and answers are of the types they should be."""
    model, tokenizer = reader(tmp_path, system)
    alone = system in ("tase-arith", "cantor-reading")
    cases = ARITHMETIC if alone else ASKED
    batch = batch_of(cases, model, tokenizer)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    losses = []
    for _ in range(30):
        each = model.loss(batch)
        there = each[each.isfinite()]
        assert len(there) == len(cases) - alone  # two who sang are counted, not added
        loss = there.mean()
        optimizer.zero_grad()
        loss.backward()
        assert all(p.grad is None or p.grad.isfinite().all() for p in model.parameters())
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.6 * losses[0]
    model.eval()
    answers = [found[0].answer for found in model.decode(batch)]
    assert len(answers) == len(cases)
    types = {type(answer) for answer in answers}
    assert types == {NumberAnswer} if alone else NumberAnswer in types and len(types) > 1
    f1 = [score(a, [case[2]]).f1 for a, case in zip(answers, cases, strict=True)]
    assert sum(f1) / len(f1) > 0.3


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_parameter_is_used(system: str, tmp_path: Path) -> None:
    model, tokenizer = reader(tmp_path, system, number_mark=True)
    model.loss(batch_of([case for case in ASKED if kind(case[2]) != "spans"], model, tokenizer)).nan_to_num(
        posinf=0.0
    ).sum().backward()
    unused = {name for name, p in model.named_parameters() if p.grad is None}
    assert not unused  # else training in several processes would stop


@pytest.mark.parametrize("system", SYSTEMS)
def test_proposals_have_their_exact_probability(system: str, tmp_path: Path) -> None:
    """What is proposed by one head alone is as likely as the loss says."""
    model, tokenizer = reader(tmp_path, system)
    model = model.double().eval()
    passage, question, _ = ASKED[0]
    (found,) = model.decode(batch_of(ASKED[:1], model, tokenizer), k=8)
    assert 0 < sum(torch.tensor(c.log_prob).exp().item() for c in found) <= 1 + 1e-9
    for candidate in found:
        exact = model.log_prob(batch_of([(passage, question, candidate.answer)], model, tokenizer)).item()
        # a proposal counts the heads that proposed it, which may not be all that could give it
        assert candidate.log_prob <= exact + 1e-6
        if len(list(model.heads)) == 1:
            assert candidate.log_prob == pytest.approx(exact, abs=1e-6)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("case", [0, 2])
def test_every_parameter_has_a_gradient_whatever_the_answer(system: str, case: int, tmp_path: Path) -> None:
    """Zero, if it must be: processes that train together wait for each other's gradients."""
    model, tokenizer = reader(tmp_path, system)
    model.loss(batch_of(ASKED[case : case + 1], model, tokenizer)).nan_to_num(posinf=0.0).sum().backward()
    assert all(p.grad is not None and p.grad.isfinite().all() for p in model.parameters())


def test_marks_of_numbers_change_what_is_read(tmp_path: Path) -> None:
    model, tokenizer = reader(tmp_path, "tase", positions=70, number_mark=True)
    batch = batch_of([(f"{CHOIR} {MILL}", "How many looms?", number(415))], model.eval(), tokenizer)
    before = model.log_prob(batch).item()
    assert model.number_mark is not None
    torch.nn.init.normal_(model.number_mark)  # the same in each column would be lost in the layer norm
    assert model.log_prob(batch).item() != before


def test_all_heads_are_summed(tmp_path: Path) -> None:
    model, tokenizer = reader(tmp_path, "tase")
    model = model.double().eval()
    batch = batch_of(ASKED, model, tokenizer)
    with torch.no_grad():
        encoded = model.encode(batch)
        choice = model.choose(encoded).exp()
        each = torch.stack([h.log_prob(h.score(encoded), batch.questions).exp() for h in model._heads()], 1)
        total = (choice * each).sum(1)
        assert torch.allclose(model.log_prob(batch).exp(), total)
    assert (each > 0).sum(1).tolist() == [2, 1, 1, 1, 2, 1, 1, 2, 1, 1, 3]


def test_a_question_without_any_way_is_left_out(tmp_path: Path) -> None:
    model, tokenizer = reader(tmp_path, "tase")
    nowhere = (CHOIR, "Who conducted?", SpansAnswer(("Old Nick",)))
    losses = model.loss(batch_of([nowhere, ASKED[0]], model, tokenizer))
    assert losses.isinf().tolist() == [True, False]
    losses[losses.isfinite()].mean().backward()
    assert all(p.grad is None or p.grad.isfinite().all() for p in model.parameters())


@pytest.mark.parametrize("system", SYSTEMS)
def test_texts_without_numbers(system: str, tmp_path: Path) -> None:
    model, tokenizer = reader(tmp_path, system)
    batch = batch_of([("Ana met Bo.", "Who met Bo?", SpansAnswer(("Ana",)))], model, tokenizer)
    (found,) = model.eval().decode(batch)
    assert found  # 0 + 100, at worst


@pytest.mark.parametrize("system", SYSTEMS)
def test_neighbours_do_not_matter(system: str, tmp_path: Path) -> None:
    """The same alone and in a batch with longer ones."""
    model, tokenizer = reader(tmp_path, system)
    model = model.double().eval()
    together = model.log_prob(batch_of(ASKED, model, tokenizer))
    alone = torch.cat([model.log_prob(batch_of([case], model, tokenizer)) for case in ASKED])
    assert torch.allclose(together, alone, atol=1e-8)


@pytest.mark.parametrize("system", ["tase", "tase-cantor"])
def test_windows(system: str, tmp_path: Path) -> None:
    """A passage longer than the encoder reads is answered all the same."""
    model, tokenizer = reader(tmp_path, system, positions=70)
    batch = batch_of(
        [(f"{CHOIR} {MILL} {FERRY}", "When did the ferry come back?", ASKED[8][2])], model, tokenizer
    )
    assert len(batch.tokens) > 1
    assert model.loss(batch).isfinite().all()
    assert model.decode(batch)[0]


@pytest.mark.parametrize("system", SYSTEMS)
def test_saved_and_loaded(system: str, tmp_path: Path) -> None:
    model, tokenizer = reader(tmp_path / "encoder", system, reading={"three": True})
    save_pretrained(model, tokenizer, tmp_path / "saved")
    again, its_tokenizer = from_pretrained(tmp_path / "saved")
    assert isinstance(again, PassageReader)
    assert again.config == model.config
    batch = batch_of(ASKED[:2], model, tokenizer)
    assert torch.equal(again.loss(batch_of(ASKED[:2], again, its_tokenizer)), model.eval().loss(batch))


@pytest.mark.parametrize("system", ["tase-arith", "cantor-reading"])
def test_switches(system: str, tmp_path: Path) -> None:
    """With three quantities, 9 + 12 - 100 can be had; without, it cannot."""
    case = (CHOIR, "How many?", number(-79))
    for three in (False, True):
        model, tokenizer = reader(tmp_path, system, reading={"three": three})
        assert model.loss(batch_of([case], model, tokenizer)).isfinite().item() is three
        assert model.decode(batch_of([case], model, tokenizer), k=3)


def test_many_questions_of_one_passage(tmp_path: Path) -> None:
    model, tokenizer = reader(tmp_path, "tase")
    asked = [Asked.over(CHOIR, f"How many songs were sung by {n} singers?") for n in range(200)]
    questions = [prepared(a, None, tokenizer, model.config) for a in asked]
    batch = ReadingBatch.of(questions, tokenizer, model.config, torch.device("cpu"))
    assert len(model.eval().decode(batch, k=1)) == 200


def test_equal_answers_of_several_heads_are_one() -> None:
    def candidate(answer: Answer, p: float, head: str) -> Candidate:
        return Candidate(answer, torch.tensor(p).log().item(), head)

    found = merged(
        [
            (torch.tensor(0.5).log().item(), [candidate(number(3), 0.4, "count")]),
            (
                torch.tensor(0.5).log().item(),
                [candidate(SpansAnswer((text,)), p, "span") for text, p in (("3", 0.5), ("x", 0.3))],
            ),
        ],
        2,
    )
    assert [(c.answer, c.head) for c in found] == [
        (SpansAnswer(("3",)), "span"),
        (SpansAnswer(("x",)), "span"),
    ]
    assert torch.tensor(found[0].log_prob).exp().item() == pytest.approx(0.45)
    assert replace(found[0], log_prob=0.0).log_prob == 0.0

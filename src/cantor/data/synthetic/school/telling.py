"""`SchoolNarration`: asks first more often, and tells what is no more than a question."""

from collections.abc import Sequence

from cantor.data.synthetic import assembly
from cantor.data.synthetic.narration import Narration
from cantor.data.synthetic.stage import Clause
from cantor.data.synthetic.template import Parts


class SchoolNarration(Narration):
    """A story of the profile "school" being written down."""

    ASK_FIRST = 0.22

    def question(self, parts: Parts) -> Clause | None:
        """The filled question; without a story before it, it may bring in people."""
        if self.clauses:
            return super().question(parts)
        self.stage.restart()
        self.stage.random.seed(self.seed - 1)
        return self.stage.clause(parts)

    def narrate(self, clauses: Sequence[Clause], asked: Clause | None) -> assembly.Page:
        """As ever, or a page with the question alone."""
        if clauses or asked is None:
            return super().narrate(clauses, asked)
        page = assembly.Page([], [], [])
        page.add(asked, True)
        if not page.texts[-1].endswith("."):
            page.write("?")
        return page

    def _ask_first(self, parts: Parts) -> assembly.Page | None:
        """ "How many ... if ...?" as ever, or the question as a sentence before the others."""
        state = self.stage.random.getstate()
        page = super()._ask_first(parts)
        if page is None or self.random.random() < 0.4:
            return page
        self.stage.random.setstate(state)
        asked, clauses = self.retold(parts)
        page = assembly.Page([], [], [])
        page.add(asked, True)
        if not page.texts[-1].endswith("."):
            page.write("?")
        for clause in clauses:
            page.write(" ")
            page.add(clause, True)
            page.write(".")
        return page

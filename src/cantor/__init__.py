"""cantor: a problem in plain English in, its answer and the steps that lead to it out."""

from cantor.equation import Equation
from cantor.problem import Problem

__version__ = "0.1.0"

__all__ = ["Equation", "Problem", "__version__"]

"""The compiled core: bit sets, searches and simulations over plain integers."""

import sys
from pathlib import Path

try:
    import clumond_solver._core.bits.portable_math  # noqa: F401
except ModuleNotFoundError as _error:
    _checkout = Path(__file__).parents[3]
    _advice = (
        f'in {_checkout} run "{sys.executable} -m pip install -e ."'
        if (_checkout / "setup.py").is_file()
        else "install clumond_solver again with this Python"
    )
    raise ImportError(
        f"clumond_solver is not compiled for this Python: {_advice}", name=__name__
    ) from _error

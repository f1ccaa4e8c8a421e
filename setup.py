"""Compile the Cython core; everything else stands in pyproject.toml."""

import os
import sys

from Cython.Build import cythonize
from setuptools import Extension, setup

# CLUMOND_CHECKED=1 builds a core that checks every index: slower, for the test suite.
checked = os.environ.get("CLUMOND_CHECKED") == "1"
optimise = [] if sys.platform == "win32" else ["-O3"]

setup(
    ext_modules=cythonize(
        [
            Extension(
                "clumond_solver._core.*",
                ["src/clumond_solver/_core/*.pyx"],
                extra_compile_args=optimise,
            )
        ],
        compiler_directives={
            "language_level": "3",
            "boundscheck": checked,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": checked,
            "overflowcheck": False,
            "embedsignature": True,
        },
        include_path=["src"],
    )
)

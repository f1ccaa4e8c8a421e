"""Compile the Cython core; everything else stands in pyproject.toml."""

import os
import sys
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_py import build_py

# CLUMOND_CHECKED=1 builds a core that checks every index: slower, for the test suite.
checked = os.environ.get("CLUMOND_CHECKED") == "1"
# CLUMOND_SANITIZE=1 builds one that ends at the first misuse of memory or undefined behaviour
# (gcc or clang; Python then has to start with the sanitizers' library, see .ci/sanitize);
# CLUMOND_SANITIZE=thread one that reports data races.
kinds = {"1": "address,undefined", "thread": "thread"}
sanitizer = kinds.get(os.environ.get("CLUMOND_SANITIZE", ""))

# CLUMOND_DEBUG=1 builds one with symbols and little optimised, for a debugger.
debug = os.environ.get("CLUMOND_DEBUG") == "1"

# Debugging symbols name the folder of the build, which would make every build another file.
compile_args = [] if sys.platform == "win32" else ["-O3", "-g0"]
link_args = []
if debug:
    compile_args = ["/Zi", "/Od"] if sys.platform == "win32" else ["-Og", "-g"]
    link_args = ["/DEBUG"] if sys.platform == "win32" else []
if sanitizer:
    sanitizers = [f"-fsanitize={sanitizer}", "-fno-sanitize-recover=all"]
    compile_args = ["-O1", "-g", "-fno-omit-frame-pointer", *sanitizers]
    link_args = sanitizers
if sys.platform != "win32":
    # A product is rounded before it is added to, so that answers are the same on all processors.
    compile_args.append("-ffp-contract=off")
if sysconfig.get_platform().endswith("wasm32"):
    # Without vectors the nets' games take four times as long there. Browsers have them since 2023.
    compile_args.append("-msimd128")


class BuildPackage(build_py):
    """Build the package; CLUMOND_PUBLIC_PAGE is the address of a page for everybody."""

    def run(self):
        """Copy the package's files, and store the address in it."""
        super().run()
        if address := os.environ.get("CLUMOND_PUBLIC_PAGE"):
            Path(self.build_lib, "clumond_solver/web/public_page.txt").write_text(address)


# What Cython gives each module that views memory is compiled once: a quarter less to compile.
SHARED = "clumond_solver._core._cython_shared"
shared = Extension(
    SHARED,
    [f"src/{SHARED.replace('.', '/')}.c"],
    define_macros=[("CYTHON_FREETHREADING_COMPATIBLE", "1")],
    extra_compile_args=compile_args,
    extra_link_args=link_args,
)

setup(
    cmdclass={"build_py": BuildPackage},
    ext_modules=cythonize(
        [
            Extension(
                "*",
                ["src/**/*.pyx"],
                extra_compile_args=compile_args,
                extra_link_args=link_args,
            ),
            shared,
        ],
        shared_utility_qualified_name=SHARED,
        compiler_directives={
            "language_level": "3",
            "boundscheck": checked,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": checked,
            "overflowcheck": False,
            "embedsignature": True,
            # tests/double_dummy/test_stress.py checks it in a Python without the global lock.
            "freethreading_compatible": True,
        },
        include_path=["src"],
    ),
    options={"build_ext": {"parallel": True}},
)

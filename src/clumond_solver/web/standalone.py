"""The page as a folder of static files, with the library run by Pyodide in place of a server.

>>> write_page(Path("page"), runtime=Path("no", "runtime"))  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
clumond_solver.web.standalone.PageError: no/runtime is no Pyodide: it lacks pyodide.mjs, ...
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import io
import json
import marshal
import os
import re
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Any

from clumond_solver import __version__
from clumond_solver.base.errors import ClumondError, missing_extra
from clumond_solver.web.endpoints import AT_A_SEAT, ENDPOINTS
from clumond_solver.web.page_address import addressed_files, public_page

HOW_TO_GET_RUNTIME = (
    "npm pack pyodide@0.29.5 && tar xzf pyodide-0.29.5.tgz, and then --runtime package"
)
_STDLIB = "python_stdlib.zip"
_RUNTIME = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", _STDLIB)
_LOCK = "pyodide-lock.json"
_LIBRARY = "clumond_solver.zip"
# The files that the worker fetches; it reports progress by the bytes loaded of their sizes.
_FETCHED = ("pyodide.asm.wasm", _STDLIB, _LIBRARY)
# Parts of the wheel and of the standard library that the page does not need.
_UNNEEDED = re.compile(
    r".*\.(pyx|pxd|pxi|pyi)|clumond_solver/(web/static|training|adapters|cli)/.*|.*\.dist-info/.*"
    r"|(_pyrepl|ctypes|tomllib|unittest|wsgiref|xml/(dom|etree|parsers)|xmlrpc|zoneinfo)/.*"
    r"|(_pydatetime|_pydecimal|_pyio|antigravity|bdb|cProfile|cmd|colorsys|compileall|doctest|ftplib"
    r"|imaplib|mailbox|modulefinder|pdb|pickletools|poplib|profile|pstats|pty|pyclbr|pydoc|rlcompleter"
    r"|smtplib|socketserver|tabnanny|this|trace|tracemalloc|wave|webbrowser|zipapp)\.py"
    r"|encodings/(?!__init__|aliases|ascii|cp437|idna|latin_1|punycode|utf_)\w+\.py"
)
# The page's content security policy, which its worker inherits in some browsers: the worker runs
# compiled code, and loads `blob:` URLs to notice that a question was aborted.
_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self';"
    " style-src 'self'; img-src 'self'; connect-src 'self' blob:; manifest-src 'self';"
    " base-uri 'none'; form-action 'none'"
)
# What draws QR codes.
_SEGNO = re.compile(r"segno/(__init__|consts|encoder|utils|writers)\.py")
_SEGNO_MODULES = 5
_SERVICE_WORKER = "service-worker.js"
_LISTING, _END_OF_LISTING = "self.BUILT = ", ";\n"


class PageError(ClumondError, ValueError):
    """The page cannot be written: a part is missing or does not fit."""


def write_page(folder: Path, *, runtime: Path, wheel: Path | None = None) -> None:
    """Write the page without a server atomically into a folder of its own.

    ``runtime`` is the folder of an npm package of Pyodide. ``wheel`` is this library's wheel for
    that Pyodide, by default one in that folder or beside it. An earlier page in the folder is
    replaced; of a link, its target. PageError if anything is missing or does not fit, or if the
    folder holds anything but the files of an earlier page as it wrote them; OSError if it cannot be
    written.
    """
    folder = folder.resolve()
    if folder.exists() and any(folder.iterdir()):
        _check_ours(folder)
    content = page_files(runtime, wheel)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".page-", dir=folder.parent) as work:
        new = Path(work, "new")
        for name, data in content.items():
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        if folder.exists():
            folder.rename(Path(work, "old"))
        new.rename(folder)


def _check_ours(folder: Path) -> None:
    """Refuse a folder with anything but the files of an earlier page, as it wrote them."""
    listed = {folder / name: digest for name, digest in _listed_files(folder).items()}
    folders = {parent for path in listed for parent in path.parents}
    for path in sorted(folder.rglob("*")):
        is_ours = path in folders if path.is_dir() else listed.get(path) == _digest_of_file(path)
        if path.is_symlink() or not is_ours:
            raise PageError(
                f"{folder} contains {path.relative_to(folder)}, which no earlier page wrote, or"
                " which was changed since: name a new or empty folder"
            )


def _listed_files(folder: Path) -> dict[str, str]:
    """The files of the page that was written to a folder, with their digests."""
    try:
        first, _, _ = (folder / _SERVICE_WORKER).read_text("utf-8").partition(_END_OF_LISTING)
        return dict(json.loads(first.removeprefix(_LISTING))["digests"])
    except (OSError, ValueError, LookupError, TypeError):
        return {}


def _digest_of_file(path: Path) -> str:
    """The digest of a page's file; of the service worker's what follows the digests in it."""
    data = path.read_bytes() if path.is_file() else b""
    if path.name == _SERVICE_WORKER:
        _, _, data = data.partition(_END_OF_LISTING.encode())
    return _digest([("", data)])


def page_files(runtime: Path, wheel: Path | None = None) -> Mapping[str, bytes]:
    """All files of the page by their paths in its folder; see `write_page`."""
    loaded = _runtime_files(runtime)
    path = _wheel(runtime, wheel)
    segno, segno_licence = _segno()
    with _opened(path) as source:
        _check_state(path, source)
        compiles = _is_of_this_python(runtime)
        loaded[_LIBRARY] = _packed({**_needed(source), **segno}, compiles)
        licences = {"clumond_solver.LICENSE": _licence(path, source)}
    with _opened(runtime / _STDLIB) as source:
        loaded[_STDLIB] = _packed(_needed(source), compiles, docstrings=False)
    content = {**_static_files(), **licences, "segno.LICENSE": segno_licence}
    for name in [name for name in content if name.endswith(".LICENSE")]:
        # With the suffix that every server knows.
        content[f"licenses/{PurePosixPath(name).stem}.txt"] = content.pop(name)
    del content["http_backend.js"], content["report_backend.js"]
    content |= {f"runtime/{name}": data for name, data in loaded.items()}
    service_worker = content.pop(f"standalone/{_SERVICE_WORKER}")
    addressed = addressed_files(needs_key=False, address=public_page())
    content |= {name: text.encode() for name, text in addressed.items()}
    content["index.html"] = _index(content["index.html"].decode()).encode()
    content["backend.js"] = b'export { backend } from "./standalone/backend.js";\n'
    content["manifest.webmanifest"] = json.dumps(_MANIFEST, indent=1).encode()
    version = _digest(content.items())
    built = {
        "version": version,
        # Those at a table belong to the one engine that plays there.
        "slow": sorted(
            name
            for name, endpoint in ENDPOINTS.items()
            if endpoint.is_slow and name not in AT_A_SEAT
        ),
        "waiting": sorted(name for name, endpoint in AT_A_SEAT.items() if endpoint.waits),
        "ice": ice_servers(os.environ.get("CLUMOND_ICE", "")),
        "library": _LIBRARY,
        "sizes": {name: len(loaded[name]) for name in _FETCHED},
    }
    content["standalone/built.js"] = f"export const BUILT = {json.dumps(built)};\n".encode()
    digests = {name: _digest([("", data)]) for name, data in sorted(content.items())}
    digests[_SERVICE_WORKER] = _digest([("", service_worker)])
    offline = {"version": version, "files": ["./", *sorted(content)], "digests": digests}
    listing = f"{_LISTING}{json.dumps(offline)}{_END_OF_LISTING}"
    content[_SERVICE_WORKER] = listing.encode() + service_worker
    return content


_ICE = re.compile(
    r"(stuns?|turns?):(?:([^\s:@]+):([^\s:@]+)@)?([\w.\[\]:-]+(?:\?transport=(?:udp|tcp))?)"
)


def ice_servers(text: str) -> Sequence[Mapping[str, str]]:
    """The servers in ``CLUMOND_ICE`` that help two browsers to find each other, for the page.

    They are addresses with spaces between them; a TURN server's has a user and a password too.

    >>> ice_servers("turn:ann:secret@turn.example.org:3478")
    [{'urls': 'turn:turn.example.org:3478', 'username': 'ann', 'credential': 'secret'}]
    """
    servers = []
    for word in text.split():
        match = _ICE.fullmatch(word)
        if match is None or match[1].startswith("turn") != (match[2] is not None):
            raise PageError(
                f"CLUMOND_ICE: {word!r} is neither like stun:stun.example.org nor like"
                " turn:user:password@turn.example.org"
            )
        login = {"username": match[2], "credential": match[3]} if match[2] else {}
        servers.append({"urls": f"{match[1]}:{match[4]}"} | login)
    return servers


_MANIFEST = {
    "name": "Clumond",
    "short_name": "Clumond",
    "description": "Play, analyse and practise exact-trick card games",
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "background_color": "#14773a",
    "theme_color": "#14773a",
    "icons": [
        {"src": "icon.svg", "type": "image/svg+xml", "sizes": "any"},
        {"src": "standalone/icon-192.png", "type": "image/png", "sizes": "192x192"},
        {"src": "standalone/icon-512.png", "type": "image/png", "sizes": "512x512",
         "purpose": "any maskable"},
    ],
}  # fmt: skip


def _index(page: str) -> str:
    """The page's HTML document, changed for a page without a server."""
    modules = (
        "backend", "built", "channel", "engine", "guest_backend", "invitations", "packing",
        "stored_sessions", "worker_backend",
    )  # fmt: skip
    head = f"""<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<link rel="manifest" href="manifest.webmanifest">
<link rel="apple-touch-icon" href="standalone/icon-192.png">
<script src="standalone/check.js"></script>"""
    preload = '<link rel="modulepreload" href="{}">'
    for before, after in (
        ('<meta charset="utf-8">', head),
        (
            preload.format("http_backend.js"),
            "\n".join(preload.format(f"standalone/{name}.js") for name in modules),
        ),
    ):
        if before not in page:
            raise AssertionError(f"index.html lacks {before}")
        page = page.replace(before, after)
    return page


def _digest(content: Iterable[tuple[str, bytes]]) -> str:
    """A digest that identifies a version of the page."""
    digest = sha256()
    for name, data in sorted(content):
        digest.update(f"{name} {len(data)} ".encode() + data)
    return digest.hexdigest()[:16]


def _static_files() -> dict[str, bytes]:
    """The page's files by their paths in its folder; types are for the checker alone."""
    folder = Path(__file__).with_name("static")
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in paths
        if not path.name.endswith(".d.ts")
    }


# Files from elsewhere: the runtime, and the library's wheel for it.


def _runtime_files(runtime: Path) -> dict[str, bytes]:
    missing = [name for name in (*_RUNTIME, _LOCK) if not (runtime / name).is_file()]
    if missing:
        raise PageError(
            f"{runtime} is no Pyodide: it lacks {', '.join(missing)} ({HOW_TO_GET_RUNTIME})"
        )
    loaded = {name: (runtime / name).read_bytes() for name in _RUNTIME}
    # The page needs none of Pyodide's packages.
    return loaded | {_LOCK: json.dumps({**_lock(runtime), "packages": {}}).encode()}


def _lock(runtime: Path) -> dict[str, Any]:
    """What the runtime says of itself, with the Python and the processor that it is."""
    try:
        lock = json.loads((runtime / _LOCK).read_bytes())
        if re.match(r"\d+\.\d", lock["info"]["python"]) and isinstance(lock["info"]["arch"], str):
            return dict(lock)
    except (ValueError, LookupError, TypeError):
        pass
    raise PageError(
        f"{runtime} is no Pyodide: {_LOCK} does not name its Python ({HOW_TO_GET_RUNTIME})"
    )


def _wheel(runtime: Path, given: Path | None) -> Path:
    """The wheel of this version for that runtime."""
    info = _lock(runtime)["info"]
    python = "cp" + "".join(info["python"].split(".")[:2])
    wanted = f"clumond_solver-{__version__}-{python}-{python}-*_{info['arch']}.whl"
    if given is not None:
        if not given.match(wanted):
            raise PageError(f"{given} does not fit: {wanted} is needed with this Pyodide")
        return given
    wheels = [path for folder in (runtime, runtime.parent) for path in folder.glob(wanted)]
    if not wheels:
        raise PageError(f"no {wanted} in {runtime} or beside it: .ci/wasm-wheel makes one")
    return wheels[0]


def _opened(archive: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(archive)
    except zipfile.BadZipFile as error:
        raise PageError(f"{archive} is damaged: {error}") from None


def _licence(wheel: Path, source: zipfile.ZipFile) -> bytes:
    """This library's licence."""
    for name in source.namelist():
        if name.endswith(".dist-info/licenses/LICENSE"):
            return source.read(name)
    raise PageError(f"{wheel} lacks its licence")


def _segno() -> tuple[dict[str, bytes], bytes]:
    """The modules of the installed segno that the page needs, and its licence."""
    try:
        listed = importlib.metadata.files("segno") or []
    except importlib.metadata.PackageNotFoundError:
        raise missing_extra("segno", "web") from None
    content = {
        name: Path(str(file.locate())).read_bytes()
        for file in listed
        if _SEGNO.fullmatch(name := str(file)) or file.name == "LICENSE"
    }
    licence = next((content.pop(name) for name in [*content] if name.endswith("LICENSE")), None)
    if licence is None or len(content) < _SEGNO_MODULES:
        raise PageError("the installed segno does not say which files are its own: reinstall it")
    return content, licence


def _needed(source: zipfile.ZipFile) -> dict[str, bytes]:
    """What the page needs of an archive of modules."""
    return {name: source.read(name) for name in source.namelist() if not _UNNEEDED.fullmatch(name)}


def _packed(modules: Mapping[str, bytes], compiles: bool, *, docstrings: bool = True) -> bytes:
    """Modules in an archive, compiled or not."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as target:
        for name, data in sorted(modules.items()):
            if compiles and name.endswith(".py"):
                target.writestr(_entry(f"{name}c"), _compiled(name, data, docstrings))
            else:
                target.writestr(_entry(name), data)
    return packed.getvalue()


def _check_state(wheel: Path, source: zipfile.ZipFile) -> None:
    """Refuse a wheel of another state of this library: its endpoints may not match the page's."""
    for name in source.namelist():
        if name.endswith(".py"):
            ours = files("clumond_solver").joinpath(*PurePosixPath(name).parts[1:])
            # Line by line, since line ends differ in a checkout on Windows.
            same = (
                ours.is_file() and ours.read_bytes().splitlines() == source.read(name).splitlines()
            )
            if not same:
                raise PageError(
                    f"{wheel} is of another state of this library: {name} differs"
                    " (.ci/wasm-wheel makes a new one)"
                )


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _is_of_this_python(runtime: Path) -> bool:
    """Whether the runtime reads the modules that this Python compiles."""
    version = sys.version_info
    this = f"{version.major}.{version.minor}" if version.releaselevel == "final" else ""
    is_cpython = sys.implementation.name == "cpython"
    return is_cpython and _lock(runtime)["info"]["python"].rpartition(".")[0] == this


def _compiled(name: str, source: bytes, docstrings: bool) -> bytes:
    """A compiled module that Python accepts whatever the date of its source."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=0 if docstrings else 2)
    unchecked = (1).to_bytes(4, "little")
    return importlib.util.MAGIC_NUMBER + unchecked + bytes(8) + marshal.dumps(code)

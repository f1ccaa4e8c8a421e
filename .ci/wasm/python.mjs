// Pyodide's Python in node, as a command: node python.mjs SITE ARGUMENTS...
//
// SITE is a folder of packages, as `pip --target` makes them. ARGUMENTS are Python's: -m MODULE, -c CODE or
// a file, and what follows it. The working folder is the caller's; the whole file system can be seen.

import { readdirSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [site, ...args] = process.argv.slice(2);

const START = `
import os, runpy, sys
sys.path.insert(0, site)
os.chdir(folder)
how, *rest = args
if how == "-m":
    sys.argv = rest
    sys.path.insert(0, "")
    runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
elif how == "-c":
    sys.argv = ["-c", *rest[1:]]
    exec(compile(rest[0], "<string>", "exec"), {"__name__": "__main__"})
else:
    sys.argv = args
    runpy.run_path(how, run_name="__main__")
`;

/** The file systems of Python and of this machine, one under the other. */
function mountRoot(python) {
  const own = new Set(["dev", "lib", "proc"]);
  for (const { name } of readdirSync("/", { withFileTypes: true }).filter((each) => each.isDirectory())) {
    if (own.has(name)) continue;
    python.FS.mkdirTree(`/${name}`);
    python.FS.mount(python.FS.filesystems.NODEFS, { root: `/${name}` }, `/${name}`);
  }
}

/** What Python ends with: the number of SystemExit, 1 for any other error. */
function run(python) {
  const names = python.toPy({ site, args, folder: process.cwd(), __name__: "start" });
  try {
    python.runPython(START, { globals: names });
    return 0;
  } catch (error) {
    const exit = /^SystemExit: (\d+)$/m.exec(error.message);
    if (exit) return Number(exit[1]);
    console.error(error.message);
    return 1;
  }
}

const python = await loadPyodide({ env: { ...process.env, HOME: "/tmp", PYTHONPATH: "" } });
mountRoot(python);
process.exitCode = run(python);

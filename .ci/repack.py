"""Pack a source distribution anew so that equal sources give equal bytes: repack.py ARCHIVE."""

import gzip
import io
import os
import sys
import tarfile

MODES = {True: 0o755, False: 0o644}


def repack(path: str, moment: int) -> None:
    """Sort the members, and forget who packed them and when."""
    packed = io.BytesIO()
    with tarfile.open(path) as old, tarfile.open(fileobj=packed, mode="w") as new:
        for member in sorted(old.getmembers(), key=lambda member: member.name):
            member.mtime, member.uid, member.gid, member.uname, member.gname = moment, 0, 0, "", ""
            member.mode = MODES[member.isdir() or bool(member.mode & 0o100)]
            member.pax_headers = {}
            new.addfile(member, old.extractfile(member) if member.isfile() else None)
    with open(path, "wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=moment) as out:
        out.write(packed.getvalue())


if __name__ == "__main__":
    repack(sys.argv[1], int(os.environ["SOURCE_DATE_EPOCH"]))

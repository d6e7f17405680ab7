#!/usr/bin/env python3
"""Fetches the schema of SARIF 2.1.0 that its authors publish, out of a package of theirs in the npm registry.

    official.py FILE

The package is read only as far as the schema.  Exits 1 with one line if it cannot be had."""
import hashlib
import os
import sys
import tarfile
import urllib.request

PACKAGE = "https://registry.npmjs.org/@microsoft/sarif-multitool-linux/-/sarif-multitool-linux-5.7.0.tgz"
MEMBER = "package/sarif-2.1.0.json"
SHA256 = "1c49a0f2b60444c71bb14878e21e0d882198eff4c539861b133093ad89ed798c"


def fetch():
    with urllib.request.urlopen(PACKAGE, timeout=20) as answer, tarfile.open(fileobj=answer, mode="r|gz") as package:
        for member in package:
            if member.name == MEMBER:
                return package.extractfile(member).read()
    raise ValueError(f"{PACKAGE} has no {MEMBER}")


def main():
    try:
        schema = fetch()
    except (OSError, tarfile.TarError, EOFError, ValueError) as error:
        print(f"the official schema cannot be had: {error}")
        return 1
    if hashlib.sha256(schema).hexdigest() != SHA256:
        print("the official schema is not the one that is known")
        return 1
    with open(sys.argv[1] + ".new", "wb") as file:
        file.write(schema)
    os.replace(sys.argv[1] + ".new", sys.argv[1])
    return 0


if __name__ == "__main__":
    sys.exit(main())

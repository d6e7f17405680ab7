#!/bin/sh
# Installs the packages that Treadle is built and tested with, where they are missing, and says so.
# Nothing is done, and nothing is asked for, where all of them are there.
set -eu

packages="gcc g++ make binutils libdw-dev libelf-dev libjansson-dev libzstd-dev clang llvm-dev perl gdb cmake python3 python3-jsonschema valgrind dpkg-dev"

# The libclang for `treadle bounds`: the newest that there is of those that know operators inside macros.
libclang_package() {
	for version in 19 20 21 22 18 17; do
		dpkg-query -W "libclang-$version-dev" >/dev/null 2>&1 ||
			apt-cache show "libclang-$version-dev" >/dev/null 2>&1 || continue
		echo "libclang-$version-dev"
		return
	done
	echo libclang-dev
}

is_installed() {
	dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q '^install ok installed'
}

missing_packages() {
	for package in $packages; do
		is_installed "$package" || echo "$package"
	done
}

# Without dpkg only the things themselves can be looked for; clang, gdb, cmake, python3 and valgrind can be done without.
missing_things() {
	for program in gcc g++ make ld perl prove; do
		command -v "$program" >/dev/null 2>&1 || echo "$program"
	done
	for header in elfutils/libdw.h libelf.h jansson.h zstd.h; do
		echo "#include <$header>" | ${CC:-cc} -E -x c - >/dev/null 2>&1 || echo "<$header>"
	done
}

if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
	missing=$(missing_things | tr '\n' ' ')
	test -z "$missing" && exit 0
	echo "treadle: this is not Debian or Ubuntu; please install what is missing: $missing" >&2
	exit 2
fi

packages="$packages $(libclang_package)"
missing=$(missing_packages | tr '\n' ' ')
test -z "$missing" && exit 0

if test "$(id -u)" = 0; then
	as_root=
elif command -v sudo >/dev/null 2>&1; then
	as_root=sudo
else
	echo "treadle: missing packages, and neither root nor sudo to install them: $missing" >&2
	exit 2
fi
echo "treadle: installing missing packages${as_root:+ with sudo}: $missing"
export DEBIAN_FRONTEND=noninteractive
install="$as_root apt-get install -y -q --no-install-recommends"
# Package lists are only fetched when those at hand will not do.
# shellcheck disable=SC2086
$install $missing || { $as_root apt-get update -q && $install $missing; }

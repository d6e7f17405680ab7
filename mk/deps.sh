#!/bin/sh
# Installs the packages that Treadle is built and tested with, where they are missing, and says so.
# Nothing is done, and nothing is asked for, where all of them are there.
set -eu
CC=${CC:-cc}

packages="gcc g++ make binutils libdw-dev libelf-dev libjansson-dev libexpat1-dev libyaml-dev libzstd-dev clang llvm-dev perl gdb cmake python3 python3-jsonschema valgrind dpkg-dev"

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

# What it takes to build the tool, looked for by itself, because not every system has packages, or ours: the Debian package of each thing
# that is not there.
missing_to_build() {
	command -v "${CC%% *}" >/dev/null 2>&1 || echo gcc
	test "$($CC -print-file-name=libsupc++.a 2>/dev/null)" != libsupc++.a || echo g++
	command -v ld >/dev/null 2>&1 && command -v objcopy >/dev/null 2>&1 || echo binutils
	for header in elfutils/libdw.h:libdw-dev libelf.h:libelf-dev jansson.h:libjansson-dev expat.h:libexpat1-dev yaml.h:libyaml-dev zstd.h:libzstd-dev; do
		echo "#include <${header%:*}>" | $CC -E -x c - >/dev/null 2>&1 || echo "${header#*:}"
	done
}

if test "${1:-}" = --check; then
	if test "$CC" != cc && ! command -v "${CC%% *}" >/dev/null 2>&1; then
		echo "treadle: there is no compiler $CC; give another as CC" >&2
		exit 2
	fi
	missing=$(missing_to_build | tr '\n' ' ')
	test -z "$missing" && exit 0
	echo "treadle: packages are missing: ${missing% }; make deps installs them (apt-get install ${missing% })" >&2
	exit 2
fi

if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
	missing=$(missing_to_build | tr '\n' ' ')
	test -z "$missing" && exit 0
	echo "treadle: this is not Debian or Ubuntu; please install what these packages have there: $missing" >&2
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

#!/bin/sh
# directories.sh ROOT LIST DIRECTORY...: makes each DIRECTORY below ROOT, and adds those that it has made to LIST, the innermost first and
# relative to ROOT, so that they can be taken away again.
set -eu
root=$1
list=$2
shift 2

made=
test -d "$root" || made=".
"
for directory in "$@"; do
	part=$directory
	inner=
	while test "$part" != . && ! test -d "$root/$part"; do
		inner="$inner$part
"
		part=$(dirname "$part")
	done
	made="$inner$made"
	install -d "$root/$directory"
done
test -f "$list" && made="$made$(cat "$list")
"
printf '%s' "$made" >"$list"

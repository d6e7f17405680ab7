#!/bin/sh
# check_part.sh DIRECTORY PART TEST...: runs tests the long way, two at a time, and notes in DIRECTORY/PART on which commit they passed.
set -eu
note=$1/$2
part=$2
shift 2

rm -f "$note"
files=
for test in "$@"; do
	if test -f "t/$test.t"; then files="$files t/$test.t"; else files="$files t/$test.pl"; fi
done
commit=$(git describe --always --dirty 2>/dev/null || echo 'an unknown commit')
begun=$(date +%s)
echo "check-long: part $part"
# shellcheck disable=SC2086 # several files
TREADLE_LONG=1 prove -j2 --timer $files
echo "passed on $commit, in $((($(date +%s) - begun + 59) / 60)) minutes" >"$note"

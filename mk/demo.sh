#!/bin/sh
# Explores an example with a real bug, and replays what was found.  Succeeds if the bug was found as it should be.
set -eu

treadle=$(cd "${1:-build}" && pwd)/treadle
example=$(cd "$(dirname "$0")/../examples/queue" && pwd)
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"

say() {
	printf '\n$ %s\n' "$*"
}

say treadle cc -g -O1 -o queue_test queue.c queue_test.c
(cd "$example" && "$treadle" cc -g -O1 -o "$room/queue_test" queue.c queue_test.c)
say ./queue_test
./queue_test
say treadle ./queue_test
status=0
"$treadle" ./queue_test || status=$?
if test $status != 1; then
	echo "demo: the bug of examples/queue was not found (exit status $status)" >&2
	exit 1
fi
say treadle replay queue_test.trd
"$treadle" replay queue_test.trd >replayed || status=$?
tail -n 1 replayed
if test $status != 1; then
	echo "demo: the finding does not replay (exit status $status)" >&2
	exit 1
fi
echo
echo "Found as expected: queue_take in examples/queue/queue.c looks once, with if, where it must look again, with while."

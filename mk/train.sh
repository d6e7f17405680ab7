#!/bin/sh
# Explores some programs with the runtime in the given directory, which counts what it does.  What none of them uses will be compiled
# to be small instead of fast.
set -eu

room=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."

explore() {
	"$room/treadle" -q --keep-going --time 0 "$@" </dev/null >"$room/log" 2>&1 || test $? = 1 || {
		cat "$room/log" >&2
		echo "treadle cannot explore programs here, so the runtime is built without training" >&2
		exit 2
	}
}

while read -r source arguments; do
	program=$room/$(basename "$source" .c)
	"$room/treadle" cc --compiler=gcc -g -Iinclude -o "$program" "$source" -lgcov
	# shellcheck disable=SC2086 # several arguments
	for how in 'equivalence trace' 'equivalence rf' 'strategy random' 'strategy pct:1'; do
		limit=200
		test "$how" = 'equivalence trace' && limit=20000
		explore --${how% *} "${how#* }" --executions $limit "$program" $arguments
	done
done <<END
examples/figures/fib.c 4
examples/figures/readers.c 12
examples/figures/lastzero.c 11
examples/figures/philosophers.c 11
examples/figures/indexer.c 14
examples/figures/filesystem.c 20
examples/figures/bb_semaphore.c 2 2 2 2
examples/figures/bb_monitor.c
examples/figures/increment_locked.c 3 2
examples/figures/counters.c 2
examples/figures/port.c 3
t/ok/barrier_phases.c
t/ok/bounded_buffer.c
t/ok/c11_threads.c
t/ok/cond_timedwait.c
t/ok/malloc_family.c
t/ok/memory_functions.c
t/ok/pipe_workers.c
t/ok/rwlock.c
t/ok/tagged_stack.c
t/ok/tcp_echo.c
t/ok/thread_pool.c
END

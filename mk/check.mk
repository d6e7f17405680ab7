# make deps, demo, check: what is missing is installed first, so the rest is made by a make of its own, which sees what there is then.

SANITIZED := $(BUILD)/sanitized
SANITIZE  := -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined

.PHONY: instructions bench-explain bench-guide check-programs check-compilers check-sanitized

deps:
	@mk/deps.sh

demo: deps
	@$(MAKE) --no-print-directory -s all
	@mk/demo.sh $(BUILD)

check: deps
	@$(MAKE) --no-print-directory -s -j2 all unit
	@$(MAKE) --no-print-directory check-programs check-compilers check-sanitized

bench: deps
	@$(MAKE) --no-print-directory -s all
	@perl t/bench/bench.pl $(BUILD)/treadle

# Table 2-1 of the Huatuo paper beside ours.
RANDOM_FIRST_OBJ = $(filter-out $(BUILD)/src/cli/%.o $(BUILD)/src/bounds/%.o,$(TOOL_OBJ))
bench-explain: deps
	@$(MAKE) --no-print-directory -s all
	$(call say,LINK,$(BUILD)/t/random_first)
	$(Q)mkdir -p $(BUILD)/t
	$(Q)$(CC) $(TOOL_CFLAGS) $(LDFLAGS) -o $(BUILD)/t/random_first t/bench/random_first.c $(RANDOM_FIRST_OBJ) $(TOOL_LIBS)
	@TREADLE_BUILD=$(abspath $(BUILD)) perl t/bench/explain.pl $(BUILD)/t/random_first

# TRIALS=N: so many trials of each row instead of 100.
bench-guide: deps
	@$(MAKE) --no-print-directory -s all
	@perl t/bench/guide.pl

# Counted by valgrind, so repeatable on a busy machine; BEFORE=DIR: beside those of another checkout that is built.
instructions: deps
	@$(MAKE) --no-print-directory -s all
	@perl t/bench/instructions.pl $(BEFORE)

# The tests of one file run one after the other, three files at a time, for some wait for a process; those that take longest begin first, so that none is left over
# at the end.
LONGEST := $(wildcard t/generated.t t/sync.t t/replay.t t/ok.t t/bad.t t/clang.t t/self_check.t)

check-programs: all unit
	prove -j3 --timer $(LONGEST) $(filter-out $(LONGEST),$(wildcard t/*.t))

# Our own code has no warnings under the other compiler either; whether it is fast does not matter there.  What has built it already need
# not do so again.
BUILT_BY := $(shell $(CC) -v 2>&1 | sed -n 's/.*\(gcc\|clang\) version.*/\1/p')
OTHERS   := $(filter-out $(BUILT_BY),gcc $(if $(shell command -v clang),clang))

check-compilers: all
	$(foreach other,$(OTHERS),$(MAKE) -s -j2 BUILD=$(BUILD)/by-$(other) CC=$(other) TRAIN= RT_LTO= TOOL_OPTIMISE=-O1 RT_OPTIMISE=-O1 all &&) true

# The tool itself under the address and undefined-behaviour sanitizers, with the usual libraries.  The tests look for build/treadle where
# they stand.
check-sanitized: all
	$(MAKE) -s -j2 BUILD=$(SANITIZED) CFLAGS="$(SANITIZE)" tools
	cp $(BUILD)/*.a $(SANITIZED)
	mkdir -p $(SANITIZED)/room
	ln -sfn $(abspath $(SANITIZED)) $(SANITIZED)/room/build
	ln -sfn $(abspath t) $(SANITIZED)/room/t
	ln -sfn $(abspath src) $(SANITIZED)/room/src
	cd $(SANITIZED)/room && ASAN_OPTIONS=detect_leaks=0 TREADLE_BUILD=$(abspath $(SANITIZED)) prove -j2 t/cli.t t/session.t t/formats.t

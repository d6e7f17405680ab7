# make dev: everything in build/dev, without optimising the runtime as one and without training, with all debug information.
# make dev-check T="bad.t ok.t": tests with that; P="lost_wakeup": only these programs of them.
# compile_commands.json, for editors and clang tools, is how make dev compiles.

DEV   := $(BUILD)/dev
CORES := $(shell nproc)
DEV_OPTIMISE := -O1 -g3 $(if $(IS_GCC),-Wno-maybe-uninitialized)
MAKE_DEV = $(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(CORES)) BUILD=$(DEV) TRAIN= RT_LTO= TOOL_OPTIMISE='$(DEV_OPTIMISE)' RT_OPTIMISE='$(DEV_OPTIMISE)' \
           TRY='make dev-check T=bad.t'

.PHONY: dev dev-check
dev: compile_commands.json
	+@$(MAKE_DEV) all

dev-check: compile_commands.json
	$(if $(T),,@echo 'make dev-check T=bad.t runs t/bad.t; P=NAME runs one of its programs' >&2; exit 64)
	+@$(MAKE_DEV) -s all $(if $(filter trace.t constraints.t sites.t,$(T)),unit)
	@TREADLE_BUILD=$(abspath $(DEV)) prove $(T:%=t/%) $(if $(P),:: $(P))

# What compiles a file is a line of what make would do, were nothing there.
compile_commands.json: Makefile $(wildcard mk/*.mk) mk/compile_commands.pl
	$(call say,MAKE,$@)
	+@$(MAKE_DEV) -j1 -n -B V=1 all | perl mk/compile_commands.pl >$@.now
	@mv -f $@.now $@

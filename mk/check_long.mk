# make check-long: more programs, seeds and strategies than make check, in parts of less than 40 minutes on two cores.
#
#   make check-long                all parts, one after the other
#   make check-long PART=search    one of them; several: PART="search loops"
#   make check-long-parts          what each part holds, and on which commit it last passed

LONG_search   := generated accesses reduce outcomes stretches large show
LONG_turns    := ranks figures exhausted
LONG_threads  := created cancels deadlocks file_locks locks races futexes sync statics threads
LONG_loops    := spin spins rounds
LONG_io       := hidden pipes descriptors sockets
LONG_ok       := ok
LONG_clang    := clang bad
LONG_replay   := replay examples completions recheck explain
LONG_ask      := constraints guide guide_study futures drive warnings sites
LONG_runtime  := marks self_check memory long
LONG_tool     := assembly build cc checkpoint cli formats includes libc names phases refused session style suppress trace
LONG_bounds   := bounds bounds_bits bounds_commands bounds_constants bounds_failures bounds_holders bounds_joins bounds_locks \
                 bounds_newborn bounds_outcomes bounds_paths bounds_places bounds_programs bounds_rounds
LONG_study    := bounds_judge bounds_study
LONG_judges   := judges
LONG_PARTS    := search turns threads loops io ok clang replay ask runtime tool bounds study judges
PART          ?= $(LONG_PARTS)

PASSED := $(BUILD)/check-long

.PHONY: check-long check-long-parts
check-long: deps
	$(if $(filter-out $(LONG_PARTS),$(PART)),@echo 'make check-long has no part $(filter-out $(LONG_PARTS),$(PART)); it has: $(LONG_PARTS)' >&2; exit 64)
	@$(MAKE) --no-print-directory -s -j2 all unit
	@mkdir -p $(PASSED)
	@set -e; $(foreach part,$(PART),mk/check_part.sh $(PASSED) $(part) $(LONG_$(part));)
	$(if $(filter tool,$(PART)),@$(MAKE) --no-print-directory check-compilers check-sanitized)
	@$(MAKE) --no-print-directory check-long-parts

check-long-parts:
	@$(foreach part,$(LONG_PARTS),printf '%-9s %s\n          %s\n' $(part) \
	    "$$(cat $(PASSED)/$(part) 2>/dev/null || echo 'has not passed here')" '$(LONG_$(part))';)

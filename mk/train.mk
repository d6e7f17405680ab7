# The runtime is compiled twice: first so that it counts which way it goes, and, when some programs have been explored with that, for
# the ways that it goes most.  Programs run a sixth faster.  Only gcc can do it; `make TRAIN=` compiles once, for those who change it.

TRAIN    := $(RT_LTO)
TRAINING := $(BUILD)/training

# The compiler knows functions by the name of the object that they are in, and looks for their counts beside it.
TRAINED_FLAGS  := $(if $(TRAIN),-fprofile-use -fprofile-correction -fno-profile-values -Wno-missing-profile)
COUNTING_FLAGS := -fprofile-generate -fprofile-update=single -fno-profile-values
COUNTING_OBJ   := $(RT_SRC:%.c=$(TRAINING)/%.o) $(TRAINING_SRC:%.c=$(TRAINING)/%.o)

# The counters are not to be put back after an execution, so they lie with the runtime's state.
COUNTERS := --rename-section .bss=td_state,alloc,load,data,contents --rename-section .data=td_state

$(TRAINING)/src/rt/%.o: src/rt/%.c Makefile mk/train.mk
	@mkdir -p $(@D)
	$(CC) $(RT_CFLAGS) $(RT_LTO) $(COUNTING_FLAGS) -dumpdir $(BUILD)/$(dir $<) -MMD -MP -c -o $@ $<

$(TRAINING)/libtreadle-rt.a: $(COUNTING_OBJ)
	$(call archive_runtime,$(COUNTERS))

$(TRAINING)/done: $(TRAINING)/libtreadle-rt.a mk/train.sh mk/train.mk | $(BUILD)/treadle $(BUILD)/libtreadle-sync.a
	find $(BUILD)/src/rt -name '*.gcda' -delete
	cp $(BUILD)/treadle $(BUILD)/libtreadle-sync.a $(TRAINING)
	mk/train.sh $(TRAINING) || find $(BUILD)/src/rt -name '*.gcda' -delete
	touch $@

# Whether it is compiled once or twice may change from one make to the next.
$(BUILD)/trained: always
	@mkdir -p $(@D)
	@echo '$(TRAIN)' | cmp -s - $@ || echo '$(TRAIN)' >$@

.PHONY: always

$(RT_OBJ): $(BUILD)/trained $(if $(TRAIN),$(TRAINING)/done) mk/train.mk

-include $(COUNTING_OBJ:.o=.d)

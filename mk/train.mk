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

$(TRAINING)/src/rt/%.o: src/rt/%.c
	$(call say,COUNT,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(RT_CFLAGS) $(RT_MORE) $(RT_LTO) $(COUNTING_FLAGS) -dumpdir $(BUILD)/$(dir $<) -MMD -MP -c -o $@ $<

$(TRAINING)/libtreadle-rt.a: $(COUNTING_OBJ)
	$(call archive_runtime,$(COUNTERS))

$(TRAINING)/done: $(TRAINING)/libtreadle-rt.a mk/train.sh mk/train.mk | $(BUILD)/treadle $(BUILD)/libtreadle-sync.a
	$(call say,TRAIN,$<)
	$(Q)mkdir -p $(BUILD)/src/rt && find $(BUILD)/src/rt -name '*.gcda' -delete
	$(Q)cp $(BUILD)/treadle $(BUILD)/libtreadle-sync.a $(TRAINING)
	$(Q)mk/train.sh $(TRAINING) || find $(BUILD)/src/rt -name '*.gcda' -delete
	$(Q)touch $@

$(RT_OBJ): $(if $(TRAIN),$(TRAINING)/done)

-include $(COUNTING_OBJ:.o=.d)

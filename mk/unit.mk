# Unit tests of the tool's own code, built with the address and undefined-behaviour sanitizers; t/trace.t and t/sites.t run them.  The
# subjects are plain programs, compiled the way treadle cc compiles: with debug information and frame pointers.

UNIT     := $(BUILD)/t/unit
UNIT_SRC := $(wildcard src/base/*.c src/wire/*.c src/trace/*.c src/report/*.c) src/guide/distance.c $(filter-out src/check/follow.c src/check/prefix.c src/check/in_class.c,$(wildcard src/check/*.c))
UNIT_OBJ := $(UNIT_SRC:%.c=$(UNIT)/%.o)
UNIT_SAN := -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined
SUBJECT  := -g -O1 -fno-omit-frame-pointer

.PHONY: unit
.SECONDARY: $(UNIT_OBJ)
unit: $(patsubst t/unit/%.c,$(UNIT)/%,$(wildcard t/unit/*_test.c)) $(UNIT)/names_subject $(UNIT)/names_subject_cxx \
      $(UNIT)/constraints_check

$(UNIT)/src/%.o: src/%.c
	$(call say,UNIT,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(TOOL_CFLAGS) $(UNIT_SAN) -MMD -MP -c -o $@ $<

$(UNIT)/%_test: t/unit/%_test.c $(UNIT_OBJ)
	$(call say,UNIT,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(TOOL_CFLAGS) $(UNIT_SAN) $(LDFLAGS) -o $@ $(filter %.c %.o,$^) $(TOOL_LIBS)

# With all of the tool but its commands, for it starts programs.
$(UNIT)/constraints_check: t/unit/constraints_check.c $(filter-out $(BUILD)/src/cli/%,$(TOOL_OBJ))
	$(call say,UNIT,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(TOOL_CFLAGS) $(LDFLAGS) -o $@ $(filter %.c %.o,$^) $(TOOL_LIBS)

$(UNIT)/names_subject: t/unit/names_subject.c
	$(call say,UNIT,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(SUBJECT) -o $@ $<

$(UNIT)/names_subject_cxx: t/unit/names_subject_cxx.cc
	$(call say,UNIT,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CXX) -std=c++17 $(SUBJECT) -o $@ $<

$(eval $(call flags_stamp,unit,$(CC) $(TOOL_CFLAGS) $(UNIT_SAN) $(LDFLAGS)))
$(UNIT_OBJ): $(BUILD)/flags/unit

-include $(UNIT_OBJ:.o=.d)

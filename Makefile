# Treadle.
#
#   make                   builds build/treadle, which runs in place
#   make dev               the same in build/dev, for those who change it: a second or two after a change
#   make dev-check T=bad.t runs a test with build/dev
#   make demo, make check  also install what is missing; make check-long, make bench, make house (CONTRIBUTING.md)
#   make install PREFIX=   make uninstall, make clean
#
#   V=1                    shows every command
#   CFLAGS, LDFLAGS        are added to ours, also for the runtime: make dev CFLAGS=-O0
#
# Everything that is built lies under build/, laid out like an installation:
#   build/treadle                 the tool                        -> $(PREFIX)/bin/treadle
#   build/treadle-weave           the rewriter for clang          -> $(PREFIX)/lib/treadle/treadle-weave
#   build/treadle-parse           reads C for treadle bounds      -> $(PREFIX)/lib/treadle/treadle-parse
#   build/libtreadle-rt.a         the runtime, for executables    -> $(PREFIX)/lib/treadle/
#   build/libtreadle-stub.a       plain hooks, for shared objects -> $(PREFIX)/lib/treadle/
#   build/libtreadle-sync.a       <treadle/sync.h> for everybody  -> $(PREFIX)/lib/

PREFIX  ?= /usr/local
DESTDIR ?=
BUILD   ?= build
CC      ?= cc
IS_GCC  := $(shell $(CC) -v 2>&1 | grep -q '^gcc version' && echo yes)
# gcc takes for uninitialized what is not, depending on how much it optimises.
WARN    := -Wall -Wextra -Werror $(if $(IS_GCC),-Wno-error=maybe-uninitialized)
STD     := -std=gnu17

# How much is optimised; `make dev` sets these.
TOOL_OPTIMISE ?= -O2 -g
RT_OPTIMISE   ?= -O3 -g1

TOOL_SRC := $(wildcard src/base/*.c src/wire/*.c src/trace/*.c src/explore/*.c src/check/*.c src/report/*.c src/explain/*.c src/guide/*.c src/futures/*.c src/drive/*.c src/cli/*.c) \
            $(filter-out src/weave/rewrite%.c,$(wildcard src/weave/*.c)) \
            $(filter-out src/bounds/parse.c src/bounds/parse_%.c,$(wildcard src/bounds/*.c))
STUB_SRC     := src/rt/sys/stub.c
TRAINING_SRC := src/rt/host/training.c
RT_SRC   := $(filter-out $(STUB_SRC) $(TRAINING_SRC),$(wildcard src/rt/*/*.c src/rt/*/*/*.c))
TOOL_OBJ := $(TOOL_SRC:%.c=$(BUILD)/%.o)
TOOL_DATA := $(BUILD)/src/cli/gdb_script.o
RT_OBJ   := $(RT_SRC:%.c=$(BUILD)/%.o)
STUB_OBJ := $(STUB_SRC:%.c=$(BUILD)/%.o)
SYNC_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(wildcard src/sync/*.c))

# What is built does not say where.
PLACE   := -ffile-prefix-map=$(CURDIR)=treadle

TOOL_CFLAGS := $(STD) $(TOOL_OPTIMISE) $(WARN) $(PLACE) -Isrc -D_GNU_SOURCE $(CFLAGS)
TOOL_LIBS   := -ldw -lelf -ljansson -lexpat -lyaml -lzstd -lm -lsupc++
# The runtime gets the user's flags, too, except for sanitizers, which would call its hooks; ours come last.  Nothing in a switch may use
# the stack protector, and hooks must not call what they hook.
RT_CFLAGS   := $(STD) $(RT_OPTIMISE) $(filter-out -fsanitize% -fno-sanitize%,$(CFLAGS)) $(WARN) $(PLACE) -Isrc -Iinclude -D_GNU_SOURCE \
               -fno-stack-protector -fno-builtin -fPIC -fno-omit-frame-pointer -fvisibility=hidden -ftls-model=initial-exec \
               -U_FORTIFY_SOURCE -fcf-protection=none -fexceptions
# The runtime is optimised as one: a fifth faster.  Most functions are worth a copy where they are called, and what seldom runs may stay
# where it is: another tenth.  Only gcc can do that and still make an ordinary object; RT_LTO= builds without.
RT_INLINING := --param inline-unit-growth=100 --param max-inline-insns-auto=120 --param max-inline-insns-single=400
RT_LTO      := $(if $(IS_GCC),-flto -flto-partition=one -fno-reorder-blocks-and-partition $(RT_INLINING))
# The library hands over to the runtime by a jump, which -O2 makes of a call.
SYNC_CFLAGS := $(STD) -O2 -g $(WARN) $(PLACE) -Isrc -Iinclude -D_GNU_SOURCE -fPIC

# Rules begin in the files that are included; this one is what `make` makes.
.DEFAULT_GOAL := all

include mk/say.mk
include mk/flags.mk
include mk/train.mk
include mk/llvm.mk
include mk/libclang.mk
include mk/install.mk
include mk/unit.mk
include mk/check.mk
include mk/check_long.mk
include mk/house.mk
include mk/dev.mk

.PHONY: all tools demo check bench install uninstall clean deps
all: tools $(BUILD)/libtreadle-rt.a $(BUILD)/libtreadle-stub.a $(BUILD)/libtreadle-sync.a
	$(call tell,$(WHAT_IS_BUILT))
tools: $(BUILD)/treadle $(BUILD)/treadle-cc $(BUILD)/treadle-c++ $(WEAVER) $(PARSER)

$(BUILD)/treadle: $(TOOL_OBJ) $(TOOL_DATA) $(BUILD)/flags/tool
	$(call say,LINK,$@)
	$(Q)$(CC) $(TOOL_CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(TOOL_LIBS)

$(BUILD)/src/rt/%.o: src/rt/%.c
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(RT_CFLAGS) $(RT_MORE) $(RT_LTO) $(TRAINED_FLAGS) -MMD -MP -c -o $@ $<

# Every program carries the runtime, so of its debug information only what stacks are told by; gdb is to know the type of its table of threads.
$(BUILD)/src/rt/engine/finish.o $(TRAINING)/src/rt/engine/finish.o: private RT_MORE := $(filter -g,$(RT_OPTIMISE:-g1=-g))

$(BUILD)/src/sync/%.o: src/sync/%.c
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(SYNC_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/src/%.o: src/%.c
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(TOOL_CFLAGS) -MMD -MP -c -o $@ $<

# Called by these names, the tool is the compiler.
$(BUILD)/treadle-cc $(BUILD)/treadle-c++: | $(BUILD)/treadle
	$(Q)ln -sf treadle $@

# A file as it is, between _binary_src_cli_gdb_script_start and _end.
$(BUILD)/src/cli/gdb_script.o: src/cli/gdb.script | $(BUILD)/packages
	$(call say,EMBED,$<)
	$(Q)mkdir -p $(@D)
	$(Q)ld -r -b binary -z noexecstack -o $@ $<

# One object, so that a program that uses any hook gets all of them.  Copies that the compiler makes inside the runtime must not go
# through the program's wrapped memcpy.
define archive_runtime
$(call say,RUNTIME,$@)
$(Q)$(if $(RT_LTO),$(CC) $(RT_CFLAGS) -Wno-maybe-uninitialized $(RT_LTO) $(if $(1),,$(TRAINED_FLAGS)) -flinker-output=nolto-rel -nostdlib -r,ld -r) \
        -o $(@D)/rt.o $(filter %.o,$^)
$(Q)objcopy $(1) --redefine-sym memcpy=td_plain_copy --redefine-sym memset=td_plain_set \
        --redefine-sym memmove=td_plain_move --redefine-sym memcmp=td_plain_compare $(@D)/rt.o
$(Q)rm -f $@ && ar rcs $@ $(@D)/rt.o
endef

$(BUILD)/libtreadle-rt.a: $(RT_OBJ) $(BUILD)/flags/rt
	$(archive_runtime)

$(STUB_OBJ): private RT_LTO :=
$(STUB_OBJ): private TRAINED_FLAGS :=
$(BUILD)/libtreadle-stub.a: $(STUB_OBJ)
	$(call say,AR,$@)
	$(Q)rm -f $@ && ar rcs $@ $(filter %.o,$^)

$(BUILD)/libtreadle-sync.a: $(SYNC_OBJ)
	$(call say,AR,$@)
	$(Q)rm -f $@ && ar rcs $@ $(filter %.o,$^)

clean:
	rm -rf $(BUILD)

# Other flags make other objects.
$(eval $(call flags_stamp,tool,$(CC) $(TOOL_CFLAGS) $(LDFLAGS) $(TOOL_LIBS)))
$(eval $(call flags_stamp,rt,$(CC) $(RT_CFLAGS) $(RT_LTO) $(TRAINED_FLAGS)))
$(eval $(call flags_stamp,sync,$(CC) $(SYNC_CFLAGS)))
$(TOOL_OBJ): $(BUILD)/flags/tool
$(RT_OBJ) $(STUB_OBJ) $(COUNTING_OBJ): $(BUILD)/flags/rt
$(SYNC_OBJ): $(BUILD)/flags/sync
$(TOOL_OBJ) $(RT_OBJ) $(STUB_OBJ) $(SYNC_OBJ) $(COUNTING_OBJ): | $(BUILD)/packages

-include $(TOOL_OBJ:.o=.d) $(RT_OBJ:.o=.d) $(SYNC_OBJ:.o=.d) $(STUB_OBJ:.o=.d)

# Treadle.  `make` builds build/treadle, which runs in place; `make demo` and `make check` also install what is missing.
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
WARN    := -Wall -Wextra -Werror
STD     := -std=gnu17

TOOL_SRC := $(wildcard src/base/*.c src/wire/*.c src/trace/*.c src/explore/*.c src/check/*.c src/report/*.c src/cli/*.c) \
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

TOOL_CFLAGS := $(STD) -O2 -g $(WARN) $(PLACE) -Isrc -D_GNU_SOURCE $(CFLAGS)
TOOL_LIBS   := -ldw -lelf -ljansson -lzstd -lm -lsupc++
# Nothing in a switch may use the stack protector, and hooks must not call what they hook.
RT_CFLAGS   := $(STD) -O3 -g1 $(WARN) $(PLACE) -Isrc -Iinclude -D_GNU_SOURCE -fno-stack-protector -fno-builtin -fPIC \
               -fno-omit-frame-pointer -fvisibility=hidden -ftls-model=initial-exec -U_FORTIFY_SOURCE \
               -fcf-protection=none -fexceptions
# The runtime is optimised as one: a fifth faster.  Most functions are worth a copy where they are called, and what seldom runs may stay
# where it is: another tenth.  Only gcc can do that and still make an ordinary object; RT_LTO= builds without.
RT_INLINING := --param inline-unit-growth=100 --param max-inline-insns-auto=120 --param max-inline-insns-single=400
RT_LTO      := $(shell $(CC) -v 2>&1 | grep -q '^gcc version' && \
                 echo -flto -flto-partition=one -fno-reorder-blocks-and-partition $(RT_INLINING))
# The library hands over to the runtime by a jump, which -O2 makes of a call.
SYNC_CFLAGS := $(STD) -O2 -g $(WARN) $(PLACE) -Isrc -Iinclude -D_GNU_SOURCE -fPIC

include mk/train.mk
include mk/llvm.mk
include mk/libclang.mk
include mk/install.mk
include mk/unit.mk
include mk/check.mk
include mk/house.mk

.PHONY: all tools demo check check-long bench install uninstall clean deps
all: tools $(BUILD)/libtreadle-rt.a $(BUILD)/libtreadle-stub.a $(BUILD)/libtreadle-sync.a
tools: $(BUILD)/treadle $(BUILD)/treadle-cc $(BUILD)/treadle-c++ $(WEAVER) $(PARSER)

$(BUILD)/treadle: $(TOOL_OBJ) $(TOOL_DATA)
	$(CC) $(TOOL_CFLAGS) $(LDFLAGS) -o $@ $^ $(TOOL_LIBS)

$(BUILD)/src/rt/%.o: src/rt/%.c
	@mkdir -p $(@D)
	$(CC) $(RT_CFLAGS) $(RT_LTO) $(TRAINED_FLAGS) -MMD -MP -c -o $@ $<

# Every program carries the runtime, so of its debug information only what stacks are told by; gdb is to know the type of its table of threads.
$(BUILD)/src/rt/engine/finish.o $(TRAINING)/src/rt/engine/finish.o: RT_CFLAGS += -g

$(BUILD)/src/sync/%.o: src/sync/%.c
	@mkdir -p $(@D)
	$(CC) $(SYNC_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/src/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(TOOL_CFLAGS) -MMD -MP -c -o $@ $<

# Other flags make other objects.
$(TOOL_OBJ) $(RT_OBJ) $(SYNC_OBJ) $(STUB_OBJ) $(WEAVE_OBJ): Makefile

# Called by these names, the tool is the compiler.
$(BUILD)/treadle-cc $(BUILD)/treadle-c++: | $(BUILD)/treadle
	ln -sf treadle $@

# A file as it is, between _binary_src_cli_gdb_script_start and _end.
$(BUILD)/src/cli/gdb_script.o: src/cli/gdb.script
	@mkdir -p $(@D)
	ld -r -b binary -z noexecstack -o $@ $<

# One object, so that a program that uses any hook gets all of them.  Copies that the compiler makes inside the runtime must not go
# through the program's wrapped memcpy.  After so much inlining it takes for uninitialized what is not.
define archive_runtime
$(if $(RT_LTO),$(CC) $(RT_CFLAGS) -Wno-maybe-uninitialized $(RT_LTO) $(if $(1),,$(TRAINED_FLAGS)) -flinker-output=nolto-rel -nostdlib -r,ld -r) -o $(@D)/rt.o $(filter %.o,$^)
objcopy $(1) --redefine-sym memcpy=td_plain_copy --redefine-sym memset=td_plain_set \
        --redefine-sym memmove=td_plain_move --redefine-sym memcmp=td_plain_compare $(@D)/rt.o
rm -f $@ && ar rcs $@ $(@D)/rt.o
endef

$(BUILD)/libtreadle-rt.a: $(RT_OBJ)
	$(archive_runtime)

$(STUB_OBJ): RT_LTO :=
$(STUB_OBJ): TRAINED_FLAGS :=
$(BUILD)/libtreadle-stub.a: $(STUB_OBJ)
	rm -f $@ && ar rcs $@ $^

$(BUILD)/libtreadle-sync.a: $(SYNC_OBJ)
	rm -f $@ && ar rcs $@ $^

clean:
	rm -rf $(BUILD)

-include $(TOOL_OBJ:.o=.d) $(RT_OBJ:.o=.d) $(SYNC_OBJ:.o=.d) $(STUB_OBJ:.o=.d)

# The rewriter for clang.  It is built when LLVM's development files and a clang of the same version are there: a clang of
# another version could not read what the rewriter writes.  LLVM 19 is preferred, then any version from 14 on.
#
#   LLVM_CONFIG  which LLVM; may be given, empty for none
#   LLVM_MAJOR   the version it is; the tool looks for clang-$(LLVM_MAJOR) first
#   WEAVER       what to build, or empty

ifeq ($(origin LLVM_CONFIG),undefined)
LLVM_CONFIG := $(shell for c in $(foreach v,19 20 21 22 18 17 16 15 14,llvm-config-$(v)) llvm-config; do \
                   command -v $$c >/dev/null 2>&1 || continue; \
                   test -f "$$($$c --includedir)/llvm-c/Core.h" || continue; \
                   test "$$($$c --version | cut -d. -f1)" -ge 14 || continue; \
                   test -x "$$($$c --bindir)/clang" || continue; \
                   echo $$c; break; done)
endif

WEAVER :=
LLVM_MAJOR := 0
ifneq ($(LLVM_CONFIG),)
LLVM_MAJOR := $(shell $(LLVM_CONFIG) --version | cut -d. -f1)
WEAVER := $(BUILD)/treadle-weave
WEAVE_SRC := $(wildcard src/weave/rewrite*.c)
WEAVE_OBJ := $(WEAVE_SRC:%.c=$(BUILD)/%.o)
WEAVE_BASE := $(patsubst %,$(BUILD)/src/base/%.o,base flow hash map source)

# LLVM's own headers are not ours to keep free of warnings: -isystem.
$(WEAVE_OBJ): private TOOL_CFLAGS += -isystem $(shell $(LLVM_CONFIG) --includedir)
$(WEAVE_OBJ): $(BUILD)/flags/weave | $(BUILD)/packages

$(WEAVER): $(WEAVE_OBJ) $(WEAVE_BASE)
	$(call say,LINK,$@)
	$(Q)$(CC) $(TOOL_CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(shell $(LLVM_CONFIG) --ldflags --libs --link-shared)

-include $(WEAVE_OBJ:.o=.d)
endif

# The tool and the rewriter agree on a version, also when another LLVM has been installed since.
$(BUILD)/src/weave/compiler.o: private TOOL_CFLAGS += -DTD_LLVM_MAJOR=$(LLVM_MAJOR)
$(BUILD)/src/weave/compiler.o: $(BUILD)/flags/weave
$(eval $(call flags_stamp,weave,$(CC) $(TOOL_CFLAGS) $(LDFLAGS) $(LLVM_CONFIG) $(LLVM_MAJOR)))

# treadle-parse, which reads C and C++ for `treadle bounds`.  It is built when libclang's development files are there.  The
# version that belongs to the LLVM in use comes first; then those that say which operator they have read (17 and later).
#
#   CLANG_CONFIG  which llvm-config knows where libclang is; may be given, empty for none
#   PARSER        what to build, or empty

ifeq ($(origin CLANG_CONFIG),undefined)
CLANG_CONFIG := $(shell for c in $(LLVM_CONFIG) $(foreach v,19 20 21 22 18 17 16 15 14,llvm-config-$(v)) llvm-config; do \
                    command -v $$c >/dev/null 2>&1 || continue; \
                    test -f "$$($$c --includedir)/clang-c/Index.h" || continue; \
                    test -e "$$($$c --libdir)/libclang.so" || continue; \
                    echo $$c; break; done)
endif

PARSE_SRC := $(wildcard src/bounds/parse.c src/bounds/parse_*.c)
PARSER :=
ifneq ($(CLANG_CONFIG),)
PARSER := $(BUILD)/treadle-parse
PARSE_OBJ := $(PARSE_SRC:%.c=$(BUILD)/%.o)
CLANG_MAJOR := $(shell $(CLANG_CONFIG) --version | cut -d. -f1)

# libclang's own headers are not ours to keep free of warnings: -isystem.
$(PARSE_OBJ): TOOL_CFLAGS += -isystem $(shell $(CLANG_CONFIG) --includedir)
$(PARSE_OBJ): $(BUILD)/libclang-$(CLANG_MAJOR) Makefile

$(PARSER): $(PARSE_OBJ) $(BUILD)/src/bounds/unit.o $(BUILD)/src/base/base.o $(BUILD)/src/base/hash.o
	$(CC) $(TOOL_CFLAGS) $(LDFLAGS) -o $@ $^ -L$(shell $(CLANG_CONFIG) --libdir) -lclang

# Another libclang makes other objects.
$(BUILD)/libclang-$(CLANG_MAJOR):
	@mkdir -p $(@D)
	@rm -f $(BUILD)/libclang-*
	@touch $@

-include $(PARSE_OBJ:.o=.d)
endif

# treadle-parse, which reads C and C++ for `treadle bounds`.  It is built when libclang's development files are there.  libclang
# says which operator it has read from version 17 on; before, those inside macros are not known.  So a version from 17 on
# comes first, that of the LLVM in use if it is one.
#
#   CLANG_DIR  the directory with libclang's include and lib; may be given, empty for none
#   PARSER     what to build, or empty

ifeq ($(origin CLANG_DIR),undefined)
LLVM_DIR := $(if $(LLVM_CONFIG),$(shell $(LLVM_CONFIG) --prefix))
CLANG_DIR := $(shell for d in $(if $(filter 14 15 16,$(LLVM_MAJOR)),,$(LLVM_DIR)) \
                     $(foreach v,19 20 21 22 18 17,/usr/lib/llvm-$(v)) $(LLVM_DIR) $(foreach v,16 15 14,/usr/lib/llvm-$(v)); do \
                 test -f $$d/include/clang-c/Index.h && test -e $$d/lib/libclang.so && echo $$d && break; done)
endif

PARSE_SRC := $(wildcard src/bounds/parse.c src/bounds/parse_*.c)
PARSER :=
ifneq ($(CLANG_DIR),)
PARSER := $(BUILD)/treadle-parse
PARSE_OBJ := $(PARSE_SRC:%.c=$(BUILD)/%.o)

# libclang's own headers are not ours to keep free of warnings: -isystem.
$(PARSE_OBJ): private TOOL_CFLAGS += -isystem $(CLANG_DIR)/include
$(PARSE_OBJ): $(BUILD)/flags/parse | $(BUILD)/packages

$(PARSER): $(PARSE_OBJ) $(BUILD)/src/bounds/unit.o $(BUILD)/src/base/base.o $(BUILD)/src/base/hash.o
	$(call say,LINK,$@)
	$(Q)$(CC) $(TOOL_CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) -L$(CLANG_DIR)/lib -lclang

# Another libclang makes other objects.
$(eval $(call flags_stamp,parse,$(CC) $(TOOL_CFLAGS) $(LDFLAGS) $(CLANG_DIR)))

-include $(PARSE_OBJ:.o=.d)
endif

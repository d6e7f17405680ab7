# What make prints: one short line a file, everything with V=1, nothing but what goes wrong with -s.
#
#   $(call say,CC,FILE)   begins a recipe; the commands after it begin with $(Q)
#   $(call tell,TEXT)     a line at the end of the whole

IS_SILENT := $(findstring s,$(firstword -$(MAKEFLAGS)))

ifeq ($(V),1)
Q   :=
say :=
else
Q   := @
say  = $(if $(IS_SILENT),,@printf '  %-8s%s\n' '$(1)' '$(2)')
endif

tell = $(if $(IS_SILENT),@:,@printf '%s\n' '$(1)')

BUILT_WITHOUT = $(if $(WEAVER),,no treadle-weave for want of LLVM, so treadle cc uses gcc;) \
                $(if $(PARSER),,no treadle bounds for want of libclang;)
WHAT_IS_BUILT = $(BUILD)/treadle is built$(if $(strip $(BUILT_WITHOUT)), ($(strip $(BUILT_WITHOUT)) make deps installs it)). \
                Try it: $(TRY)
TRY          ?= make demo, or $(BUILD)/treadle help

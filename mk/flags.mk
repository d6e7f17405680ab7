# Objects are made again when the flags change that they were made with: they depend on build/flags/NAME, which holds those flags and is
# only written when they are others.  And nothing is compiled before build/packages says that all is there that it takes.
#
#   $(eval $(call flags_stamp,NAME,FLAGS))

define flags_stamp
$(BUILD)/flags/$(1): always
	@mkdir -p $$(@D)
	@printf '%s\n' '$(subst ','\'',$(2))' | cmp -s - $$@ || printf '%s\n' '$(subst ','\'',$(2))' >$$@
endef

.PHONY: always

$(BUILD)/packages:
	@CC='$(CC)' mk/deps.sh --check
	@mkdir -p $(@D)
	@touch $@

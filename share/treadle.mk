# Tests that are explored, for make.
#
#   TREADLE_TESTS = queue_test pool_test
#   include /usr/local/share/treadle/treadle.mk
#
# `make treadle-check` then compiles these programs with treadle cc (your own rules do it, with CC and CXX set for them and all
# that is made for them) and explores each; it fails if something is found.  The reports are in PROGRAM.treadle.xml.  Objects
# that were compiled without treadle before have to be made anew, and those that other programs are linked with too should have
# other names, or a build directory of their own.
#
#   TREADLE               the command (treadle)
#   TREADLE_OPTIONS       for treadle explore (--quiet --time 60)
#   TREADLE_FORMAT        of the reports: junit, sarif, json, github or text (junit)
#   TREADLE_SUFFIX        of their names (.treadle.xml)
#   PROGRAM_TREADLE_ARGS  what PROGRAM gets
#
# A program can also be explored alone: make queue_test.treadle

TREADLE         ?= treadle
TREADLE_OPTIONS ?= --quiet --time 60
TREADLE_FORMAT  ?= junit
TREADLE_SUFFIX  ?= .treadle.xml

$(TREADLE_TESTS): override CC := $(TREADLE) cc
$(TREADLE_TESTS): override CXX := $(TREADLE) c++
$(TREADLE_TESTS): CFLAGS += -g
$(TREADLE_TESTS): CXXFLAGS += -g

.PHONY: treadle-check $(TREADLE_TESTS:%=%.treadle)
treadle-check: $(TREADLE_TESTS:%=%.treadle)

$(TREADLE_TESTS:%=%.treadle): %.treadle: %
	$(TREADLE) explore $(TREADLE_OPTIONS) --format $(TREADLE_FORMAT) --output $*$(TREADLE_SUFFIX) ./$* $($*_TREADLE_ARGS)

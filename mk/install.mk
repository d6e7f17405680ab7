# make install, make uninstall.  The tool finds its other files relative to its own place, so nothing here is written into it.
# The directories that were not there before are listed in share/treadle/directories; make uninstall removes those that are empty.

BIN     := $(DESTDIR)$(PREFIX)/bin
LIB     := $(DESTDIR)$(PREFIX)/lib/treadle
INCLUDE := $(DESTDIR)$(PREFIX)/include/treadle
MAN     := $(DESTDIR)$(PREFIX)/share/man

PAGES   := $(wildcard doc/*.1)
PAGES3  := $(wildcard doc/*.3)
PAGES5  := $(wildcard doc/*.5)
SHARE   := $(DESTDIR)$(PREFIX)/share/treadle
HEADERS := $(wildcard include/treadle/*.h)

install: all
	mk/directories.sh $(DESTDIR)$(PREFIX) $(SHARE)/directories \
	    bin lib/treadle include/treadle share/treadle/cmake share/man/man1 share/man/man3 share/man/man5
	install -m 755 $(BUILD)/treadle $(BIN)/treadle
	ln -sf treadle $(BIN)/treadle-cc
	ln -sf treadle $(BIN)/treadle-c++
	install -m 644 $(BUILD)/libtreadle-rt.a $(BUILD)/libtreadle-stub.a $(LIB)
	install -m 644 $(BUILD)/libtreadle-sync.a $(DESTDIR)$(PREFIX)/lib
	$(if $(WEAVER),install -m 755 $(WEAVER) $(LIB))
	$(if $(PARSER),install -m 755 $(PARSER) $(LIB))
	install -m 644 $(HEADERS) $(INCLUDE)
	install -m 644 $(PAGES) $(MAN)/man1
	install -m 644 $(PAGES3) $(MAN)/man3
	install -m 644 $(PAGES5) $(MAN)/man5
	install -m 644 share/treadle.mk doc/report.schema.json $(SHARE)
	install -m 644 share/cmake/Treadle.cmake $(SHARE)/cmake

uninstall:
	rm -f $(BIN)/treadle $(BIN)/treadle-cc $(BIN)/treadle-c++
	rm -f $(DESTDIR)$(PREFIX)/lib/libtreadle-sync.a
	rm -f $(PAGES:doc/%=$(MAN)/man1/%) $(PAGES3:doc/%=$(MAN)/man3/%) $(PAGES5:doc/%=$(MAN)/man5/%)
	made=$$(cat $(SHARE)/directories 2>/dev/null); rm -rf $(LIB) $(INCLUDE) $(SHARE); \
	for directory in $$made; do rmdir --ignore-fail-on-non-empty "$(DESTDIR)$(PREFIX)/$${directory#.}" 2>/dev/null || true; done

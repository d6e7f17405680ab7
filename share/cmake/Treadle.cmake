# Tests that are explored: every order of their threads that matters is tried, instead of the one that happens to come.
#
#   include(/usr/local/share/treadle/cmake/Treadle.cmake)
#
#   treadle_add_test(NAME <name> TARGET <target>
#                    [ARGS <argument>...]      what the program gets
#                    [TIME <seconds>]          at most so long (60; 0: no limit)
#                    [OPTIONS <option>...]     for treadle explore
#                    [FORMAT <format>]         of the report: junit (default), sarif, json, github, text
#                    [OUTPUT <file>])          the report (<name>.xml, .sarif, ... in the current binary directory)
#
#   treadle_weave(<target>...)
#
# The first makes a test for ctest out of an executable: it passes if nothing is found, and fails if something is, or if the job
# could not be done.  The target is woven, that is, compiled and linked by way of treadle cc; it stays a program that can also be
# run by itself.  Libraries with code of yours that it is linked with should be woven too (treadle_weave), or Treadle does not see
# what they do; executables that link a woven static library have to be woven.  Nothing has to be woven where the whole project
# is compiled with -DCMAKE_C_COMPILER=treadle-cc.
#
# It needs CMake 3.21 and the Makefile or Ninja generators.

include_guard(GLOBAL)

find_program(TREADLE_EXECUTABLE treadle
	HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin" "${CMAKE_CURRENT_LIST_DIR}/../../build"
	DOC "the treadle command")
if(NOT TREADLE_EXECUTABLE)
	message(FATAL_ERROR "treadle is not installed; set TREADLE_EXECUTABLE to where it is")
endif()

# Puts treadle before the compiler, which keeps its name, so that all that CMake knows about it stays right.
function(_treadle_weave_language target language command)
	get_filename_component(compiler "${CMAKE_${language}_COMPILER}" NAME)
	if(compiler MATCHES "^treadle(-|$)") # treadle-cc, or CC="treadle cc"
		return()
	endif()
	set_target_properties("${target}" PROPERTIES
		${language}_COMPILER_LAUNCHER "${TREADLE_EXECUTABLE};${command};--compiler"
		${language}_LINKER_LAUNCHER "${TREADLE_EXECUTABLE};${command};--compiler")
endfunction()

function(treadle_weave)
	if(CMAKE_VERSION VERSION_LESS 3.21)
		message(FATAL_ERROR "treadle_weave needs CMake 3.21; with an older one, compile with -DCMAKE_C_COMPILER=treadle-cc")
	endif()
	foreach(target IN LISTS ARGN)
		if(NOT TARGET "${target}")
			message(FATAL_ERROR "treadle_weave: there is no target ${target}")
		endif()
		get_target_property(type "${target}" TYPE)
		get_target_property(imported "${target}" IMPORTED)
		if(imported OR type STREQUAL "INTERFACE_LIBRARY")
			message(FATAL_ERROR "treadle_weave: ${target} is not compiled in this project")
		endif()
		_treadle_weave_language("${target}" C cc)
		_treadle_weave_language("${target}" CXX c++)
		target_compile_options("${target}" PRIVATE -g)
	endforeach()
endfunction()

function(treadle_add_test)
	cmake_parse_arguments(PARSE_ARGV 0 T "" "NAME;TARGET;TIME;FORMAT;OUTPUT" "ARGS;OPTIONS")
	if(NOT T_NAME OR NOT T_TARGET OR T_UNPARSED_ARGUMENTS)
		message(FATAL_ERROR "treadle_add_test(NAME <name> TARGET <target> [ARGS ...] [TIME ...] [OPTIONS ...] [FORMAT ...] [OUTPUT ...])")
	endif()
	if(NOT DEFINED T_TIME)
		set(T_TIME 60)
	endif()
	if(NOT T_FORMAT)
		set(T_FORMAT junit)
	endif()
	if(NOT T_OUTPUT)
		string(REPLACE "junit" "xml" extension "${T_FORMAT}")
		set(T_OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${T_NAME}.${extension}")
	endif()
	treadle_weave("${T_TARGET}")
	add_test(NAME "${T_NAME}"
		COMMAND "${TREADLE_EXECUTABLE}" explore --quiet --time "${T_TIME}" --format "${T_FORMAT}" --output "${T_OUTPUT}"
			--source-root "${CMAKE_SOURCE_DIR}" ${T_OPTIONS} "$<TARGET_FILE:${T_TARGET}>" ${T_ARGS})
endfunction()

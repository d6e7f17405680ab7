/* The functions of the C library whose accesses to memory are hooked.
 *
 * `treadle cc` links with --wrap for each of them, so that calls from woven objects go to __wrap_NAME: in an executable the
 * runtime's, which announces the access and does the work; in a shared object that a plain program loads, a plain one that
 * calls __real_NAME (rt/sys/stub.c).  A name here needs a function in both places.
 */
#ifndef TD_WIRE_WRAPPED_H
#define TD_WIRE_WRAPPED_H

static const char *const td_wrapped[] = {
	"memcpy", "memmove", "memset", "memcmp", "memchr",
	"strlen", "strnlen", "strcpy", "strncpy", "strcat", "strncat", "strcmp", "strncmp",
	"strchr", "strrchr", "strstr", "strdup", "stpcpy",
	"bcopy", "bzero", "explicit_bzero",
};

#endif

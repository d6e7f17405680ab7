/* Functions of the C library that tell of the system: what they write on the program's behalf. */
#include "access.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

extern size_t __real_strlen(const char *); /* see mem.c */

/* The kernel writes there; the page may be one that is not to be written before it was copied. */
static void will_be_given(void *to, size_t size)
{
	if (td_current && to)
		td_putback_touch((uint64_t)to, size);
}

static char *has_text(char *given, char *text, uint64_t pc)
{
	if (given && text && td_works_for_program(pc))
		td_access_of_caller(text, __real_strlen(text) + 1, 1, pc);
	return text;
}

TD_EXPORT char *getcwd(char *text, size_t room)
{
	will_be_given(text, room);
	return has_text(text, TD_REAL(getcwd)(text, room), TD_HERE);
}

TD_EXPORT char *realpath(const char *restrict path, char *restrict text)
{
	td_access_text_of_caller(path, SIZE_MAX, TD_HERE);
	return has_text(text, TD_REAL(realpath)(path, text), TD_HERE);
}

TD_EXPORT ssize_t readlink(const char *restrict path, char *restrict text, size_t room)
{
	td_access_text_of_caller(path, SIZE_MAX, TD_HERE);
	will_be_given(text, room);
	ssize_t length = TD_REAL(readlink)(path, text, room);
	if (length > 0)
		td_access_of_caller(text, (size_t)length, 1, TD_HERE);
	return length;
}

TD_EXPORT int gethostname(char *text, size_t room)
{
	int result = TD_REAL(gethostname)(text, room);
	if (result == 0)
		has_text(text, text, TD_HERE);
	return result;
}

TD_EXPORT int uname(struct utsname *into)
{
	td_access_of_caller(into, sizeof *into, 1, TD_HERE);
	will_be_given(into, sizeof *into);
	return TD_REAL(uname)(into);
}

/* The last letters, which make the name one that is not there yet. */
TD_EXPORT char *mkdtemp(char *name)
{
	char *result = TD_REAL(mkdtemp)(name);
	if (result)
		has_text(name, name, TD_HERE);
	return result;
}

TD_EXPORT int inet_pton(int family, const char *restrict text, void *restrict into)
{
	td_access_text_of_caller(text, SIZE_MAX, TD_HERE);
	int result = TD_REAL(inet_pton)(family, text, into);
	if (result == 1)
		td_access_of_caller(into, family == AF_INET6 ? sizeof(struct in6_addr) : sizeof(struct in_addr), 1, TD_HERE);
	return result;
}

TD_EXPORT const char *inet_ntop(int family, const void *restrict from, char *restrict text, socklen_t room)
{
	td_access_of_caller(from, family == AF_INET6 ? sizeof(struct in6_addr) : sizeof(struct in_addr), 0, TD_HERE);
	const char *result = TD_REAL(inet_ntop)(family, from, text, room);
	if (result)
		has_text(text, text, TD_HERE);
	return result;
}

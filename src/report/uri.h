/* Files as reports name them: relative to the source root where they lie below it, so that a report reads the same on
 * every machine and a code host finds the file; with the whole path where they do not. */
#ifndef TD_REPORT_URI_H
#define TD_REPORT_URI_H

#include <stdbool.h>

#include "result.h"

/* The path of a location's file, to be freed; NULL if it has none.  ROOT NULL: the current directory.  *BELOW says
 * whether the path is relative to the root. */
char *td_path_of(const struct td_location *location, const char *root, bool *below);

/* A path as a URI reference (RFC 3986); one that begins with a slash gets file:// in front.  To be freed. */
char *td_uri_of(const char *path);

#endif

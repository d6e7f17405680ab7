/* Paths as debug information has them: clang finds the headers of gcc beside itself, at /usr/bin/../lib/gcc/x86_64-linux-gnu/12/
 * ../../../../include/c++/12, which is /usr/include/c++/12. */
#ifndef TD_TRACE_PATH_H
#define TD_TRACE_PATH_H

/* The same file without going down and up again, unless that leads elsewhere (through a symbolic link).  To be freed. */
char *td_path_fold(const char *path);

#endif

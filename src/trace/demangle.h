/* C++ names, where there is no debug information to tell them: in libraries, in stripped programs, and of what the compiler made up
 * (guards of statics, tables of virtual functions).  The C++ library's own function takes a symbol apart; it is C, and libsupc++.a
 * brings nothing else of C++ along. */
#ifndef TD_TRACE_DEMANGLE_H
#define TD_TRACE_DEMANGLE_H

/* The name as debug information would give it: without parameters, result and anonymous namespaces ("shop::Box<int>::put",
 * "main::lambda"); of C, without what the compiler has put behind it ("count" for count.1).  The caller frees it. */
char *td_demangle(const char *symbol);

/* The same for what the C++ library makes of a symbol: "void shop::call<3>(int) const". */
char *td_demangled_name(const char *full);

#endif

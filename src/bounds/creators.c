#include "creators.h"

#include <string.h>

const char *const td_resource_names[] = { "threads", "sockets", "memory", NULL };

static const char *const thread_functions[] = { "pthread_create",
						"thrd_create",
						"g_thread_new",
						"g_thread_try_new",
						"g_thread_create",
						"g_thread_create_full",
						"uv_thread_create",
						"uv_thread_create_ex",
						"apr_thread_create",
						"SDL_CreateThread",
						"SDL_CreateThreadWithStackSize",
						"PR_CreateThread",
						"_beginthread",
						"_beginthreadex",
						"CreateThread",
						"boost::async",
						NULL };
static const char *const thread_classes[] = { "std::thread::thread", "std::jthread::jthread", "boost::thread::thread", NULL };
static const char *const process_functions[] = { "fork",	"vfork",	"clone",   "clone3",
						 "posix_spawn", "posix_spawnp", "forkpty", NULL };
static const char *const socket_functions[] = { "socket", "accept", "accept4", "socketpair", NULL };
static const char *const memory_functions[] = { "malloc", "calloc", "realloc", "reallocarray", "strdup", "strndup", "asprintf",
						"aligned_alloc", "posix_memalign", "operator new", NULL };
static const char *const closing_functions[] = { "close", "fclose", "closesocket", "shutdown", NULL };
static const char *const freeing_functions[] = { "free", "realloc", "cfree", "operator delete", "g_free", NULL };
static const char *const joining_functions[] = { "pthread_join",
						 "pthread_timedjoin_np",
						 "pthread_clockjoin_np",
						 "thrd_join",
						 "g_thread_join",
						 "uv_thread_join",
						 "apr_thread_join",
						 "SDL_WaitThread",
						 "wait",
						 "waitpid",
						 "wait3",
						 "wait4",
						 "waitid",
						 "std::thread::join",
						 "std::jthread::join",
						 "boost::thread::join",
						 NULL };
static const char *const once_functions[] = { "pthread_once", "call_once",	 "std::call_once", "g_once",
					      "g_once_impl",  "apr_thread_once", "uv_once",	   NULL };
static const char *const ending_functions[] = {
	"exit",		  "_exit",	   "_Exit",	 "abort",   "quick_exit", "pthread_exit",
	"thrd_exit",	  "err",	   "errx",	 "verr",    "verrx",	  "__assert_fail",
	"std::terminate", "std::exit",	   "std::abort", "longjmp", "siglongjmp", "__builtin_unreachable",
	"__builtin_trap", "g_thread_exit", NULL
};

static const char *spelling_of(const struct td_program *program, uint32_t call)
{
	return td_text(program, td_node(program, call)->spelling);
}

static bool is_call(const struct td_program *program, uint32_t node)
{
	return td_node(program, node)->kind == TD_N_CALL;
}

static bool is_thread_type(const char *type)
{
	return strstr(type, "std::thread") || strstr(type, "std::jthread") || strstr(type, "boost::thread");
}

/* std::thread t; and t = std::move(other) make no thread. */
static bool constructs_thread(const struct td_program *program, uint32_t call)
{
	uint32_t first = td_child(program, call, 1);

	return first && td_is_one_of(spelling_of(program, call), thread_classes) &&
	       !is_thread_type(td_text(program, td_node(program, first)->type));
}

/* threads.emplace_back(run), std::make_unique<std::thread>(run): the thread is made inside the library. */
static bool constructs_inside(const struct td_program *program, uint32_t call)
{
	const char *name = td_short_name(spelling_of(program, call));
	const struct td_node *object = td_node(program, call + 1);
	uint32_t first = td_child(program, call, 1);

	if (!first || is_thread_type(td_text(program, td_node(program, first)->type)))
		return false;
	if (!strcmp(name, "emplace_back") || !strcmp(name, "emplace_front") || !strcmp(name, "emplace"))
		return is_thread_type(td_text(program, object->type));
	return (!strcmp(name, "make_unique") || !strcmp(name, "make_shared")) &&
	       is_thread_type(td_text(program, td_node(program, call)->type)) &&
	       strncmp(td_text(program, td_node(program, call)->type), "std::vector", 11);
}

/* std::async may run its function later, in the caller, unless it is told otherwise. */
static bool is_async(const struct td_program *program, uint32_t call)
{
	uint32_t first = td_child(program, call, 1);

	if (strcmp(spelling_of(program, call), "std::async") || !first)
		return false;
	return td_node(program, first)->kind != TD_N_LITERAL || td_node(program, first)->value & 1;
}

/* start = pthread_create; start(...): a variable or field that has the address of a function which starts threads. */
const char *td_thread_function(const struct td_program *program, uint32_t call)
{
	bool through;
	size_t count = 0;
	const struct td_use *homes = NULL;

	if (!td_node(program, call)->name)
		homes = td_uses_of(&program->homes, td_target(program, call + 1, &through), &count);
	for (size_t i = 0; i < count; i++)
		if (td_is_one_of(spelling_of(program, homes[i].node), thread_functions))
			return spelling_of(program, homes[i].node);
	return td_is_one_of(spelling_of(program, call), thread_functions) ? spelling_of(program, call) : NULL;
}

bool td_starts_thread(const struct td_program *program, uint32_t call)
{
	if (!is_call(program, call))
		return false;
	return td_thread_function(program, call) || constructs_thread(program, call) || constructs_inside(program, call) ||
	       is_async(program, call);
}

static bool is_named_by_user(const struct td_creators *creators, const char *name)
{
	for (size_t i = 0; creators->more && i < creators->more->count; i++)
		if (!strcmp(creators->more->items[i], name) || !strcmp(creators->more->items[i], td_short_name(name)))
			return true;
	return false;
}

bool td_creates(const struct td_program *program, const struct td_creators *creators, uint32_t call, enum td_resource *resource)
{
	const char *name = spelling_of(program, call);

	if (!is_call(program, call))
		return false;
	*resource = TD_THREADS;
	if (creators->resources[TD_THREADS] && (td_starts_thread(program, call) || is_named_by_user(creators, name) ||
						(creators->forks && td_is_one_of(name, process_functions))))
		return true;
	*resource = TD_SOCKETS;
	if (creators->resources[TD_SOCKETS] && td_is_one_of(name, socket_functions))
		return true;
	*resource = TD_MEMORY;
	return creators->resources[TD_MEMORY] && td_is_one_of(name, memory_functions);
}

bool td_waits_for_end(const struct td_program *program, uint32_t call)
{
	return is_call(program, call) && td_is_one_of(spelling_of(program, call), joining_functions);
}

bool td_releases(const struct td_program *program, uint32_t call, enum td_resource resource)
{
	if (!is_call(program, call))
		return false;
	if (resource == TD_THREADS)
		return td_waits_for_end(program, call);
	return td_is_one_of(spelling_of(program, call), resource == TD_SOCKETS ? closing_functions : freeing_functions);
}

bool td_calls_once(const struct td_program *program, uint32_t call)
{
	return is_call(program, call) && td_is_one_of(spelling_of(program, call), once_functions);
}

bool td_ends(const struct td_program *program, uint32_t call)
{
	return is_call(program, call) && td_is_one_of(spelling_of(program, call), ending_functions);
}

/* The locks of GLib.  Its recursive and read-write locks are made of those of the thread library, which are known. */
#include "library_lock.h"

const struct td_lock_row td_library_rows[] = {
	{.name = "g_mutex_lock", .role = TD_LOCK_LOCK, .argument = 1},
	{.name = "g_mutex_trylock", .role = TD_LOCK_TRY, .argument = 1},
	{.name = "g_mutex_unlock", .role = TD_LOCK_UNLOCK, .argument = 1},
	{.name = "g_cond_wait", .lock = "g_mutex_lock", .unlock = "g_mutex_unlock",
	 .role = TD_LOCK_WAIT, .argument = 2},
	{.name = "g_cond_wait_until", .lock = "g_mutex_lock", .unlock = "g_mutex_unlock",
	 .role = TD_LOCK_WAIT, .argument = 2},
	{.name = "g_bit_lock", .role = TD_LOCK_ACQUIRE, .argument = 1},
	{.name = "g_bit_trylock", .role = TD_LOCK_ACQUIRE, .argument = 1},
	{.name = "g_bit_unlock", .role = TD_LOCK_RELEASE, .argument = 1},
	{.name = "g_pointer_bit_lock", .role = TD_LOCK_ACQUIRE, .argument = 1},
	{.name = "g_pointer_bit_trylock", .role = TD_LOCK_ACQUIRE, .argument = 1},
	{.name = "g_pointer_bit_unlock", .role = TD_LOCK_RELEASE, .argument = 1},
	{.name = "g_once_impl", .role = TD_LOCK_ONCE, .argument = 1},
	{.name = "g_once_init_enter", .role = TD_LOCK_ACQUIRE, .argument = 1},
	{.name = "g_once_init_leave", .role = TD_LOCK_RELEASE, .argument = 1},
	{.name = "g_async_queue_push", .role = TD_LOCK_RELEASE, .argument = 1},
	{.name = "g_async_queue_push_front", .role = TD_LOCK_RELEASE, .argument = 1},
	{.name = "g_async_queue_push_sorted", .role = TD_LOCK_RELEASE, .argument = 1},
	{.name = "g_async_queue_push_unlocked", .role = TD_LOCK_RELEASE, .argument = 1},
	{.name = "g_async_queue_pop", .role = TD_LOCK_ACQUIRE, .argument = 1},
	{.name = "g_async_queue_pop_unlocked", .role = TD_LOCK_ACQUIRE, .argument = 1},
	{.name = "g_async_queue_try_pop", .role = TD_LOCK_ACQUIRE, .argument = 1},
	{.name = "g_async_queue_timeout_pop", .role = TD_LOCK_ACQUIRE, .argument = 1},
	{.name = "g_async_queue_lock", .role = TD_LOCK_ACQUIRE, .argument = 1},
	{.name = "g_async_queue_unlock", .role = TD_LOCK_RELEASE, .argument = 1},
};

const uint32_t td_library_row_count = sizeof td_library_rows / sizeof *td_library_rows;

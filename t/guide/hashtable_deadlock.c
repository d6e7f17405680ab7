/* A list holds a table, and the table holds the list.  The hash of each is made of what it holds, under a lock that its
 * thread may take again; it is kept once it is known.  Two threads that begin at different ends wait for each other.
 *
 * hashtable_deadlock LISTERS TABLERS */
// places: lock:@list, write:@list_begins, other@lock:@table, write:@table_begins, lock:@list, other@lock:@table
#include "crew.h"

struct holder {
	pthread_mutex_t lock;
	int is_under_way, is_known, hash;
};

static struct holder list, table;

static int hash_of_table(void);

static int hash_of_list(void)
{
	pthread_mutex_lock(&list.lock); /* @list */
	if (!list.is_known && !list.is_under_way) {
		list.is_under_way = 1; /* @list_begins */
		list.hash = 31 * hash_of_table() + 1;
		list.is_known = 1;
	}
	int hash = list.hash;
	pthread_mutex_unlock(&list.lock);
	return hash;
}

static int hash_of_table(void)
{
	pthread_mutex_lock(&table.lock); /* @table */
	if (!table.is_known && !table.is_under_way) {
		table.is_under_way = 1; /* @table_begins */
		table.hash = hash_of_list() ^ 7;
		table.is_known = 1;
	}
	int hash = table.hash;
	pthread_mutex_unlock(&table.lock);
	return hash;
}

static void *hash_list(void *unused)
{
	hash_of_list();
	return unused;
}

static void *hash_table(void *unused)
{
	hash_of_table();
	return unused;
}

int main(int argc, char **argv)
{
	pthread_mutexattr_t again;

	assert(argc == 3);
	pthread_mutexattr_init(&again);
	pthread_mutexattr_settype(&again, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&list.lock, &again);
	pthread_mutex_init(&table.lock, &again);
	run_crew(argv, hash_list, hash_table);
	return 0;
}

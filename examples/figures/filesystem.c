/* filesystem N: thread i wants a block for inode i mod 32, unless it has one, and looks for a free one of 26 from a place that
 * depends on the inode (Flanagan and Godefroid, 2005).  Inodes and blocks have a lock each.  Up to 13 threads never meet. */
#include "team.h"

enum { INODES = 32, BLOCKS = 26 };

static pthread_mutex_t inode_locks[INODES], block_locks[BLOCKS];
static int inode_block[INODES]; /* 0: none */
static int block_busy[BLOCKS];

static int take_block_if_free(int block, int inode)
{
	int is_free;

	pthread_mutex_lock(&block_locks[block]);
	is_free = !block_busy[block];
	if (is_free) {
		block_busy[block] = 1;
		inode_block[inode] = block + 1;
	}
	pthread_mutex_unlock(&block_locks[block]);
	return is_free;
}

static void *write_file(void *arg)
{
	union task task = { .packed = arg };
	int inode = task.self % INODES;

	pthread_mutex_lock(&inode_locks[inode]);
	if (inode_block[inode] == 0)
		for (int block = inode * 2 % BLOCKS; !take_block_if_free(block, inode);)
			block = (block + 1) % BLOCKS;
	pthread_mutex_unlock(&inode_locks[inode]);
	return NULL;
}

int main(int argc, char **argv)
{
	int threads = argument(argc, argv, 1, 14);
	struct team team = { 0 };

	for (int i = 0; i < INODES; i++)
		pthread_mutex_init(&inode_locks[i], NULL);
	for (int i = 0; i < BLOCKS; i++)
		pthread_mutex_init(&block_locks[i], NULL);
	for (int i = 0; i < threads; i++)
		team_start(&team, write_file, (union task){ .self = i });
	team_join(&team);
	return 0;
}

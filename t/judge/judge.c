/* The world of judge.h, and the run of a program in it.  Included behind the program; judge_entries() is made for each. */
#include <setjmp.h>
#include <sys/mman.h>
#include <sys/wait.h>
#undef main
#undef printf

enum { MANY = 1500, STEPS = 12000, PENDING = 4096, ANSWERS = 64, SEMAPHORES = 8, LOCKS = 64,
       PIPES = 4096, FIRST_PIPE = 1000 };

static void judge_entries(void);

static struct {
	unsigned long random;
	int created, alive, most_alive, steps;
	int eagerness;     /* when threads run: 0 only where somebody waits, 1 now and then, 2 at once */
	int failing;       /* whether creation may fail */
	int locked;        /* how many locks are held: no thread runs meanwhile, but where somebody waits */
	int locks_twice;   /* locks may be taken again by who has them */
	volatile void *held[LOCKS + 1];
	jmp_buf end;
	struct { void *(*function)(void *); void *argument; int is_done; } threads[PENDING];
	int first_pending;
	struct { int is_fixed; long value; } answers[ANSWERS];
	struct { sem_t *at; int value; } semaphores[SEMAPHORES];
	struct { int bytes, is_closed, is_not_waited_for; } pipes[PIPES];
	int pipe_count;
} world;

static unsigned judge_below(unsigned n)
{
	world.random = world.random * 6364136223846793005UL + 1442695040888963407UL;
	return (unsigned)(world.random >> 33) % n;
}

_Noreturn void judge_leave(void)
{
	longjmp(world.end, 1);
}

static void judge_run(int number)
{
	if (world.threads[number].is_done)
		return;
	world.threads[number].is_done = 1;
	world.threads[number].function(world.threads[number].argument);
	world.alive--;
}

/* Runs one thread that has not run yet; whether there was one. */
static int judge_run_some(void)
{
	while (world.first_pending < world.created && world.threads[world.first_pending].is_done)
		world.first_pending++;
	if (world.first_pending == world.created)
		return 0;
	judge_run(world.first_pending);
	return 1;
}

static void judge_step(void)
{
	if (++world.steps > STEPS)
		judge_leave();
	if (world.locked)
		return;
	if (world.eagerness == 2 || (world.eagerness == 1 && judge_below(4) == 0))
		judge_run_some();
}

static int judge_held(volatile void *lock)
{
	int i = 0;
	while (i < LOCKS && world.held[i] != lock)
		i++;
	return i;
}

/* Who waits for a lock that nobody is left to give back waits for ever. */
void judge_lock(volatile void *lock)
{
	judge_step();
	while (!world.locks_twice && judge_held(lock) < LOCKS)
		if (!judge_run_some())
			judge_leave();
	world.locked++;
	world.held[judge_held(NULL)] = lock;
}

void judge_unlock(volatile void *lock)
{
	int i = judge_held(lock);
	world.locked--;
	if (i < LOCKS)
		world.held[i] = NULL;
	judge_step();
}

int judge_lock_twice(void)
{
	world.locks_twice = 1;
	return 0;
}

int judge_create(pthread_t *id, const pthread_attr_t *attributes, void *(*function)(void *), void *argument)
{
	(void)attributes;
	if (world.failing && judge_below(4) == 0)
		return EAGAIN;
	world.threads[world.created].function = function;
	world.threads[world.created].argument = argument;
	*id = (pthread_t)++world.created; /* 0 is nobody */
	if (++world.alive > world.most_alive)
		world.most_alive = world.alive;
	if (world.created >= MANY)
		judge_leave();
	judge_step();
	return 0;
}

int judge_create_c11(thrd_t *id, int (*function)(void *), void *argument)
{
	pthread_t t;
	int error = judge_create(&t, NULL, (void *(*)(void *))(void (*)(void))function, argument);
	*id = t;
	return error ? thrd_error : thrd_success;
}

int judge_join(pthread_t id, void **result)
{
	(void)result;
	if (id && id <= (pthread_t)world.created)
		judge_run((int)id - 1);
	return 0;
}

/* Whoever waits while no thread is left waits for ever. */
int judge_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
	(void)condition, (void)mutex;
	world.locked--;
	if (!judge_run_some())
		judge_leave();
	world.locked++;
	return 0;
}

int judge_once(pthread_once_t *once, void (*function)(void))
{
	if (*once)
		return 0;
	*once = 1;
	function();
	return 0;
}

/* A semaphore that nobody has initialised starts with a few. */
static int *judge_semaphore(sem_t *semaphore)
{
	int i = 0;
	while (world.semaphores[i].at && world.semaphores[i].at != semaphore)
		i++;
	if (!world.semaphores[i].at) {
		world.semaphores[i].at = semaphore;
		world.semaphores[i].value = 4;
	}
	return &world.semaphores[i].value;
}

int judge_sem_init(sem_t *semaphore, int shared, unsigned value)
{
	(void)shared;
	*judge_semaphore(semaphore) = (int)value;
	return 0;
}

int judge_sem_wait(sem_t *semaphore)
{
	int *value = judge_semaphore(semaphore);
	judge_step();
	while (*value == 0)
		if (!judge_run_some())
			judge_leave();
	--*value;
	return 0;
}

int judge_sem_trywait(sem_t *semaphore)
{
	int *value = judge_semaphore(semaphore);
	judge_step();
	if (*value == 0)
		return -1;
	--*value;
	return 0;
}

int judge_sem_post(sem_t *semaphore)
{
	++*judge_semaphore(semaphore);
	return 0;
}

/* Pipes hold any number of bytes, which are all alike.  Even numbers are ends to read from. */
int judge_pipe(int *ends)
{
	if (world.pipe_count == PIPES)
		judge_leave();
	ends[0] = FIRST_PIPE + 2 * world.pipe_count++;
	ends[1] = ends[0] + 1;
	return 0;
}

static int judge_pipe_of(long end)
{
	return end >= FIRST_PIPE && end < FIRST_PIPE + 2 * world.pipe_count ? (int)(end - FIRST_PIPE) / 2 : -1;
}

/* Whoever reads where nobody is left to write waits for ever. */
int judge_read(long end)
{
	int which = judge_pipe_of(end);
	judge_step();
	while (which >= 0 && !world.pipes[which].bytes && !world.pipes[which].is_closed && !world.pipes[which].is_not_waited_for)
		if (!judge_run_some())
			judge_leave();
	return which >= 0 && world.pipes[which].bytes && world.pipes[which].bytes--;
}

int judge_write(long end)
{
	int which = judge_pipe_of(end);
	if (which >= 0)
		world.pipes[which].bytes++;
	return 1;
}

int judge_close(long end)
{
	int which = judge_pipe_of(end);
	if (which >= 0 && end % 2)
		world.pipes[which].is_closed = 1;
	return 0;
}

int judge_do_not_wait(long end)
{
	int which = judge_pipe_of(end);
	if (which >= 0)
		world.pipes[which].is_not_waited_for = 1;
	return 0;
}

static long judge_value(void)
{
	static const long values[] = { -1, 0, 1, 2, 5, 'n', 'q', 'r' };
	return values[judge_below(sizeof values / sizeof values[0])];
}

/* What function number WHO outside says: always the same in this run, or now this, now that.  From -3 on: who always varies. */
long judge_answer(int who)
{
	judge_step();
	if (who >= 0 && who < ANSWERS && world.answers[who].is_fixed)
		return world.answers[who].value;
	return judge_value();
}

static int judge_small(void)
{
	return 1 + (int)judge_below(12);
}

/* Things to give to a program.  All that it may point to is made anew for every run, and forgotten. */
static void *judge_room(void)
{
	return calloc(1, 1 << 14);
}

static void *judge_numbers(void)
{
	int *numbers = judge_room();
	for (int i = 0; i < 64; i++)
		numbers[i] = (int)judge_below(10);
	return numbers;
}

/* Objects whose first member points to the next one; the last to nothing, or to the first. */
static void *judge_list(int is_ring)
{
	void **first = judge_room(), **last = first;
	for (unsigned i = judge_below(6); i > 0; i--)
		last = *last = judge_room();
	*last = is_ring ? first : NULL;
	return first;
}

static void *judge_pair(void)
{
	void **pair = judge_room();
	pair[1] = judge_list(0);
	return pair;
}

/* A size of two or more, and room for so many objects. */
static void *judge_sized(void)
{
	void **sized = judge_room();
	*(int *)sized = 1 + judge_small();
	sized[1] = judge_room();
	return sized;
}

/* An object of its own, and flags. */
static void *judge_owner(void)
{
	void **owner = judge_room();
	int *flags = (int *)&owner[1];
	owner[0] = judge_room();
	for (int i = 0; i < 8; i++)
		flags[i] = (int)judge_below(2);
	return owner;
}

static char **judge_names(void)
{
	static char *names[] = { "a", "b", "c", "d", "e", NULL };
	return names;
}

static void *judge_one(void)
{
	static void *one;
	if (!one)
		one = judge_room();
	return one;
}

static void judge_begin(unsigned long seed)
{
	world.random = seed * 2654435761UL + 1;
	judge_below(2);
	world.eagerness = (int)judge_below(3);
	world.failing = judge_below(3) == 0;
	for (int i = 0; i < ANSWERS; i++) {
		world.answers[i].is_fixed = judge_below(3) > 0;
		world.answers[i].value = judge_value();
	}
}

static void judge_one_run(unsigned long seed)
{
	judge_begin(seed);
	if (setjmp(world.end))
		return;
	judge_entries();
	while (judge_run_some())
		continue;
}

/* So many runs, each in a process of its own, where the program's state begins anew. */
int main(int argc, char **argv)
{
	int runs = argc > 1 ? atoi(argv[1]) : 1;
	int *most = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	for (int seed = 1; seed <= runs; seed++) {
		int status;
		if (fork() == 0) {
			alarm(2);
			judge_one_run((unsigned long)seed);
			most[0] = world.created > most[0] ? world.created : most[0];
			most[1] = world.most_alive > most[1] ? world.most_alive : most[1];
			_exit(0);
		}
		wait(&status);
		if (status != 0) {
			printf("run %d ended with status %d\n", seed, status);
			return 1;
		}
	}
	printf("%s\n", most[0] < MANY ? "bounded" : most[1] < MANY / 2 ? "alive" : "unbounded");
	return 0;
}

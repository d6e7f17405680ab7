// Small things that two threads do, each right or with one data race: cases NAME.  In C++ so that its statics can be among them.
//
// A case is a function for each thread, and its name says what is expected: those in `wrong` have one race, on `data` unless the
// table says otherwise, those in `right` have none.
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mqueue.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <treadle/sync.h>
#include <treadle/treadle.h>
#include <unistd.h>

static int data, other;
static struct { int left, right; } fields;
static char bytes[8];
static int array[4];
static int *block;
static volatile int flag;
static std::atomic<int> ready, chain, *published;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_barrier_t barrier;
static sem_t semaphore;
static int pipe_ends[2];
static mqd_t queue;
static treadle_port_t port;
static treadle_monitor_t monitor;
static pthread_key_t key;

struct with_value {
	with_value() : value(3) {}
	int value;
};

static with_value &the_static()
{
	static with_value instance;
	return instance;
}

static void init_data() { data = 1; }
static void set_data() { data = 1; }
static int get_data() { return data; }
static void locked_set(pthread_mutex_t *lock) { pthread_mutex_lock(lock); data++; pthread_mutex_unlock(lock); }
static void release_ready() { data = 1; ready.store(1, std::memory_order_release); }
static void if_ready(std::memory_order order) { if (ready.load(order)) get_data(); }
static void *set_from_thread(void *arg) { set_data(); return arg; }
static void *nothing(void *arg) { return arg; }

static int a_file() { return open("/dev/zero", O_RDWR); }

// What must not be reported.
static void from_data() { if (pwrite(a_file(), &data, sizeof data, 0) < 0) abort(); }
static void lock_one() { locked_set(&mutex); }
static void spin_one() { pthread_spin_lock(&spin); data++; pthread_spin_unlock(&spin); }
static void read_one() { pthread_rwlock_rdlock(&rwlock); get_data(); pthread_rwlock_unlock(&rwlock); }
static void write_one() { pthread_rwlock_wrlock(&rwlock); data++; pthread_rwlock_unlock(&rwlock); }
static void left() { fields.left++; }
static void right() { fields.right++; }
static void low_byte() { bytes[2] = 1; }
static void next_byte() { bytes[3] = 1; }
static void low_half() { memset(bytes, 1, 4); }
static void high_half() { memset(bytes + 4, 1, 4); }
static void first_element() { array[0]++; }
static void second_element() { array[1]++; }
static void reader() { get_data(); }
static void post() { data = 1; sem_post(&semaphore); }
static void take() { sem_wait(&semaphore); get_data(); }
static void meet() { data++; pthread_barrier_wait(&barrier); }
static void meet_first() { pthread_barrier_wait(&barrier); data++; }
static void call_once() { pthread_once(&once, init_data); get_data(); }
static void acquire_ready() { if_ready(std::memory_order_acquire); }
static void sequentially() { data = 1; ready.store(1); }
static void seen_sequentially() { if_ready(std::memory_order_seq_cst); }
static void fenced_release() { data = 1; std::atomic_thread_fence(std::memory_order_release); ready.store(1, std::memory_order_relaxed); }
static void fenced_acquire()
{
	if (!ready.load(std::memory_order_relaxed))
		return;
	std::atomic_thread_fence(std::memory_order_acquire);
	get_data();
}
static void begin_chain() { data = 1; chain.store(1, std::memory_order_release); chain.store(2, std::memory_order_relaxed); }
static void end_chain() { if (chain.load(std::memory_order_acquire) == 2) get_data(); }
static void update_chain() { data = 1; chain.fetch_add(1, std::memory_order_release); }
static void count_chain() { if (chain.fetch_add(1, std::memory_order_acq_rel) == 1) get_data(); }
static void swap_never(std::memory_order success, std::memory_order failure)
{
	int expected = 7;

	ready.compare_exchange_strong(expected, 8, success, failure);
	if (expected == 1)
		get_data();
}
static void failed_acquire() { swap_never(std::memory_order_relaxed, std::memory_order_acquire); }
static void publish() { published = new std::atomic<int>(1); ready.store(1, std::memory_order_release); }
static void use_published() { if (ready.load(std::memory_order_acquire)) published->fetch_add(1); }
static void put_locked() { pthread_mutex_lock(&mutex); block = static_cast<int *>(malloc(sizeof *block)); *block = 1; other = 1; pthread_cond_signal(&condition); pthread_mutex_unlock(&mutex); }
static void take_over()
{
	pthread_mutex_lock(&mutex);
	while (!other)
		pthread_cond_wait(&condition, &mutex);
	pthread_mutex_unlock(&mutex);
	++*block;
	free(block);
}
static void write_pipe() { data = 1; if (write(pipe_ends[1], "x", 1) != 1) abort(); }
static void read_pipe() { char got; if (read(pipe_ends[0], &got, 1) != 1) abort(); get_data(); }
static void send_queue() { data = 1; mq_send(queue, "x", 1, 0); }
static void receive_queue() { char got[8]; mq_receive(queue, got, sizeof got, nullptr); get_data(); }
static void send_port() { data = 1; treadle_port_send(&port, nullptr); }
static void receive_port() { treadle_port_receive(&port); get_data(); }
static void in_monitor() { treadle_monitor_enter(&monitor); data++; treadle_monitor_leave(&monitor); }
static void use_static() { other = the_static().value; }
static void read_static() { if (the_static().value != 3) abort(); }
static void in_child() { pthread_t child; data = 1; pthread_create(&child, nullptr, set_from_thread, nullptr); pthread_join(child, nullptr); get_data(); }
static void allocate() { for (int i = 0; i < 2; i++) { int *own = static_cast<int *>(malloc(24)); own[0] = 1; free(own); } }
static void stretch() { treadle_atomic_begin(); data++; treadle_atomic_end(); }
static void intended() { treadle_benign(&data); data++; }
static void on_stacks() { pthread_t child; for (int i = 0; i < 2; i++) { pthread_create(&child, nullptr, nothing, nullptr); pthread_join(child, nullptr); } }
static void do_nothing() {}

// What must be.
static void to_data() { if (pread(a_file(), &data, sizeof data, 0) < 0) abort(); }
static void lock_other() { locked_set(&second); }
static void write_reading() { pthread_rwlock_rdlock(&rwlock); data++; pthread_rwlock_unlock(&rwlock); }
static void pass_reading() { pthread_rwlock_rdlock(&rwlock); pthread_rwlock_unlock(&rwlock); }
static void before_reading() { data = 1; pass_reading(); }
static void after_reading() { pass_reading(); data = 2; }
static void whole_block() { memset(bytes, 1, sizeof bytes); }
static void relaxed_ready() { data = 1; ready.store(1, std::memory_order_relaxed); }
static void see_relaxed() { if_ready(std::memory_order_relaxed); }
static void failed_relaxed() { swap_never(std::memory_order_acquire, std::memory_order_relaxed); }
static void fence_too_late() { ready.store(1, std::memory_order_relaxed); std::atomic_thread_fence(std::memory_order_release); data = 1; }
static void volatile_flag() { data = 1; flag = 1; }
static void see_volatile() { if (flag) get_data(); }
static void broken_chain() { begin_chain(); }
static void break_chain() { if (chain.load(std::memory_order_relaxed) == 2) chain.store(3, std::memory_order_relaxed); if (chain.load(std::memory_order_acquire) == 3) get_data(); }
static void plain_on_atomic() { memset(static_cast<void *>(&ready), 0, sizeof ready); }
static void atomic_on_plain() { ready.fetch_add(1); }
static void unlocked_read() { get_data(); }
static void post_first() { sem_post(&semaphore); data = 1; }
static void after_barrier() { pthread_barrier_wait(&barrier); data++; }

struct a_case {
	const char *name;
	void (*first)(), (*second)();
};

static const a_case cases[] = {
	{ "right:mutex", lock_one, lock_one }, { "right:spin", spin_one, spin_one }, { "right:rwlock", read_one, write_one },
	{ "right:readers", reader, reader }, { "right:fields", left, right }, { "right:bytes", low_byte, next_byte },
	{ "right:halves", low_half, high_half }, { "right:elements", first_element, second_element },
	{ "right:semaphore", post, take }, { "right:barrier", meet, meet_first }, { "right:once", call_once, call_once },
	{ "right:acquire", release_ready, acquire_ready }, { "right:seq_cst", sequentially, seen_sequentially },
	{ "right:fences", fenced_release, fenced_acquire }, { "right:fence_store", fenced_release, acquire_ready },
	{ "right:fence_load", release_ready, fenced_acquire }, { "right:sequence", begin_chain, end_chain },
	{ "right:failed_swap", release_ready, failed_acquire }, { "right:updates", update_chain, count_chain }, { "right:published", publish, use_published },
	{ "right:hand_over", put_locked, take_over }, { "right:pipe", write_pipe, read_pipe }, { "right:mq", send_queue, receive_queue },
	{ "right:port", send_port, receive_port }, { "right:monitor", in_monitor, in_monitor }, { "right:static", read_static, read_static },
	{ "right:join", in_child, do_nothing }, { "right:malloc", allocate, allocate }, { "right:stretch", stretch, stretch },
	{ "right:intended", intended, intended }, { "right:stacks", on_stacks, on_stacks },
	{ "right:file", from_data, from_data }, { "wrong:file", from_data, to_data },
	{ "wrong:none", set_data, set_data }, { "wrong:two_locks", lock_one, lock_other }, { "wrong:one_locked", lock_one, unlocked_read },
	{ "wrong:read_locked", write_reading, write_reading }, { "wrong:past_readers", before_reading, after_reading }, { "wrong:overlap", whole_block, next_byte },
	{ "wrong:relaxed", relaxed_ready, see_relaxed }, { "wrong:relaxed_store", relaxed_ready, acquire_ready },
	{ "wrong:relaxed_load", release_ready, see_relaxed }, { "wrong:late_fence", fence_too_late, fenced_acquire },
	{ "wrong:volatile", volatile_flag, see_volatile }, { "wrong:broken_chain", broken_chain, break_chain },
	{ "wrong:failed_swap", release_ready, failed_relaxed }, { "wrong:mixed", plain_on_atomic, atomic_on_plain }, { "wrong:posted", post_first, take },
	{ "wrong:barrier", after_barrier, after_barrier }, { "wrong:result", use_static, use_static },
};

static void prepare()
{
	const char *name = "/treadle-race-cases";
	struct mq_attr attributes = {};

	attributes.mq_maxmsg = 2;
	attributes.mq_msgsize = 8;
	pthread_spin_init(&spin, 0);
	pthread_barrier_init(&barrier, nullptr, 2);
	sem_init(&semaphore, 0, 0);
	treadle_port_init(&port, 1);
	treadle_monitor_init(&monitor, TREADLE_SIGNAL_AND_CONTINUE);
	pthread_key_create(&key, nullptr);
	queue = mq_open(name, O_CREAT | O_RDWR, 0600, &attributes);
	if (pipe(pipe_ends))
		abort();
}

static void *run(void *function)
{
	reinterpret_cast<void (*)()>(function)();
	return nullptr;
}

int main(int argc, char **argv)
{
	pthread_t threads[2];

	prepare();
	for (const a_case &one : cases) {
		if (argc < 2 || strcmp(one.name, argv[1]))
			continue;
		pthread_create(&threads[0], nullptr, run, reinterpret_cast<void *>(one.first));
		pthread_create(&threads[1], nullptr, run, reinterpret_cast<void *>(one.second));
		pthread_join(threads[0], nullptr);
		pthread_join(threads[1], nullptr);
		return 0;
	}
	return 64;
}

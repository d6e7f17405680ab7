/* sync_script SCRIPT...: a thread for each script, which is its number and operations on the objects of <treadle/sync.h>, a letter
 * each, at most seven in all.  A script is handed over by value, for reading it must not be an event.
 *
 *   P V   wait for, post a counting semaphore that begins with 1        p v   the same of a binary one that begins with 0
 *   ( )   enter, leave a monitor whose signallers continue              [ ]   one whose signals hand it over
 *   w s a inside the first: wait, signal, signal all                    u i   inside the second: wait, signal
 *   W S   inside the first: wait until there is a token and take it,    U I   the same inside the second
 *         add one and signal
 *   l     inside the first: how many wait
 *   1 2   send to, receive from an unbounded port                       3 4   a port that holds one
 *   5 6   send to, receive from a synchronous port                      7 8   another one
 *   9     receive from any of the two synchronous ports                 0     from the first if an even number has come so far
 *   n     how many messages are in the unbounded port                   A     receive from the unbounded port or the one for one
 *   m h   send to a message queue for two, with high priority           M     receive from it
 *   r x   read, write a variable                                        ?     leave out the next if what came last is odd
 *
 * Scripts may lead into deadlocks; using a monitor from outside is up to whoever writes them. */
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <treadle/sync.h>

enum { MOST = 8 };

static treadle_semaphore_t counting, binary;
static treadle_monitor_t lets_continue, hands_over;
static treadle_condition_t continue_condition, over_condition;
static treadle_port_t unbounded, single, first, second;
static mqd_t queue;
static int variable, tokens, other_tokens;

/* What a thread knows; only ever in its own stack. */
struct self {
	intptr_t number, last;
	int received;
	mqd_t queue; /* 0: not looked up yet, for reading what main wrote is an event */
};

static void do_semaphore(char op)
{
	switch (op) {
	case 'P': treadle_semaphore_wait(&counting); break;
	case 'V': treadle_semaphore_post(&counting); break;
	case 'p': treadle_semaphore_wait(&binary); break;
	case 'v': treadle_semaphore_post(&binary); break;
	}
}

static void take_token(int *count, treadle_condition_t *condition)
{
	while (*count == 0)
		treadle_condition_wait(condition);
	--*count;
}

static void add_token(int *count, treadle_condition_t *condition)
{
	++*count;
	treadle_condition_signal(condition);
}

static void do_monitor(struct self *self, char op)
{
	switch (op) {
	case '(': treadle_monitor_enter(&lets_continue); break;
	case ')': treadle_monitor_leave(&lets_continue); break;
	case 'w': treadle_condition_wait(&continue_condition); break;
	case 's': treadle_condition_signal(&continue_condition); break;
	case 'a': treadle_condition_signal_all(&continue_condition); break;
	case 'l': self->last = treadle_condition_length(&continue_condition); break;
	case 'W': take_token(&tokens, &continue_condition); break;
	case 'S': add_token(&tokens, &continue_condition); break;
	case '[': treadle_monitor_enter(&hands_over); break;
	case ']': treadle_monitor_leave(&hands_over); break;
	case 'u': treadle_condition_wait(&over_condition); break;
	case 'i': treadle_condition_signal(&over_condition); break;
	case 'U': take_token(&other_tokens, &over_condition); break;
	case 'I': add_token(&other_tokens, &over_condition); break;
	}
}

static intptr_t receive_any(treadle_port_t *one, treadle_port_t *other, int is_other_open)
{
	struct treadle_alternative alternatives[] = { { .port = one, .guard = 1 }, { .port = other, .guard = is_other_open } };

	return (intptr_t)alternatives[treadle_select(alternatives, 2)].message;
}

static intptr_t receive(struct self *self, char op)
{
	self->received++;
	switch (op) {
	case '2': return (intptr_t)treadle_port_receive(&unbounded);
	case '4': return (intptr_t)treadle_port_receive(&single);
	case '6': return (intptr_t)treadle_port_receive(&first);
	case '8': return (intptr_t)treadle_port_receive(&second);
	case '9': return receive_any(&first, &second, 1);
	case '0': return receive_any(&first, &second, self->received % 2);
	default: return receive_any(&unbounded, &single, 1);
	}
}

static void do_port(struct self *self, char op)
{
	void *message = (void *)self->number;

	switch (op) {
	case '1': treadle_port_send(&unbounded, message); break;
	case '3': treadle_port_send(&single, message); break;
	case '5': treadle_port_send(&first, message); break;
	case '7': treadle_port_send(&second, message); break;
	case 'n': self->last = (intptr_t)treadle_port_length(&unbounded); break;
	case '2': case '4': case '6': case '8': case '9': case '0': case 'A': self->last = receive(self, op); break;
	}
}

static void do_queue(struct self *self, char op)
{
	char byte = (char)self->number;

	if (!self->queue && (op == 'm' || op == 'h' || op == 'M'))
		self->queue = queue;
	switch (op) {
	case 'm': mq_send(self->queue, &byte, 1, 0); break;
	case 'h': mq_send(self->queue, &byte, 1, 1); break;
	case 'M': mq_receive(self->queue, &byte, 1, NULL); self->last = byte; break;
	}
}

union script {
	char letters[8];
	void *packed;
};

static void *perform(void *arg)
{
	union script script = { .packed = arg };
	struct self self = { .number = script.letters[0] - '0' };

	for (int i = 1; i < 8 && script.letters[i]; i++) {
		char op = script.letters[i];

		if (op == '?')
			i += self.last % 2 != 0;
		else if (op == 'r')
			self.last = variable;
		else if (op == 'x')
			variable = (int)self.number;
		do_semaphore(op);
		do_monitor(&self, op);
		do_port(&self, op);
		do_queue(&self, op);
	}
	return NULL;
}

static void make_objects(void)
{
	treadle_semaphore_init(&counting, 1);
	treadle_semaphore_init_binary(&binary, 0);
	treadle_monitor_init(&lets_continue, TREADLE_SIGNAL_AND_CONTINUE);
	treadle_condition_init(&continue_condition, &lets_continue);
	treadle_monitor_init(&hands_over, TREADLE_SIGNAL_AND_URGENT_WAIT);
	treadle_condition_init(&over_condition, &hands_over);
	treadle_port_init(&unbounded, TREADLE_UNBOUNDED);
	treadle_port_init(&single, 1);
	treadle_port_init(&first, TREADLE_SYNCHRONOUS);
	treadle_port_init(&second, TREADLE_SYNCHRONOUS);
	queue = mq_open("/sync_script", O_CREAT | O_RDWR, 0600, &(struct mq_attr){ .mq_maxmsg = 2, .mq_msgsize = 1 });
	mq_unlink("/sync_script");
}

int main(int argc, char **argv)
{
	pthread_t threads[MOST];

	make_objects();
	for (int i = 1; i < argc && i <= MOST; i++) {
		union script script = { .packed = NULL };

		strncpy(script.letters, argv[i], sizeof script.letters - 1);
		pthread_create(&threads[i - 1], NULL, perform, script.packed);
	}
	for (int i = 1; i < argc && i <= MOST; i++)
		pthread_join(threads[i - 1], NULL);
	return 0;
}

// A method of a monitor calls another one of the same monitor.
// treadle: expect self-deadlock
// treadle: says "enters account, which it is in already"
#include <pthread.h>
#include <treadle/sync.h>

static treadle_monitor_t account;
static int balance;

static int read_balance(void)
{
	int result;

	treadle_monitor_enter(&account);
	result = balance;
	treadle_monitor_leave(&account);
	return result;
}

static void *withdraw(void *arg)
{
	treadle_monitor_enter(&account);
	if (read_balance() > 0)
		balance--;
	treadle_monitor_leave(&account);
	return arg;
}

int main(void)
{
	pthread_t thread;

	treadle_monitor_init(&account, TREADLE_SIGNAL_AND_CONTINUE);
	pthread_create(&thread, NULL, withdraw, NULL);
	pthread_join(thread, NULL);
	return 0;
}

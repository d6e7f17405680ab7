// The names of the software verification competition in a program without an error.
// treadle: plain no
// treadle: races plain accesses are made atomic by the names
#include <pthread.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int condition);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static volatile int balance = 10, operations;

void __VERIFIER_atomic_deposit(void)
{
	balance += 5;
	operations++;
}

static void *depositor(void *arg)
{
	__VERIFIER_atomic_deposit();
	return arg;
}

static void *withdrawer(void *arg)
{
	__VERIFIER_atomic_begin();
	balance -= 5;
	operations++;
	__VERIFIER_atomic_end();
	return arg;
}

int main(void)
{
	pthread_t a, b;
	int number = __VERIFIER_nondet_int(), many = __VERIFIER_nondet_uchar();

	__VERIFIER_assume(number >= 0 && number < 2);
	if (many < 0 || many > 255)
		reach_error();
	if (__VERIFIER_nondet_bool())
		number = 1;
	pthread_create(&a, NULL, depositor, NULL);
	pthread_create(&b, NULL, withdrawer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	if (balance != 10 || operations != 2 || number > 1)
		reach_error();
	return 0;
}

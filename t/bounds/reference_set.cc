// Functions that are given a reference: one sets the variable back, one by way of it, one is a template; the last ones only look.
// bounds: unbounded 41
// bounds: unbounded 54
// bounds: unbounded 67
// bounds: bounded 80
#include <pthread.h>

int next();

static void *work(void *arg)
{
	return arg;
}

static void forget(int *&p)
{
	p = NULL;
}

static void forget_it(int *&p)
{
	forget(p);
}

template <class T> inline void drop(T *&p)
{
	T *q = p;
	p = NULL;
	delete q;
}

static bool look(int *&p)
{
	return *p == 1;
}

void directly()
{
	int *p = NULL;
	pthread_t t;
	while (next()) {
		if (!p) {
			p = new int;
			pthread_create(&t, NULL, work, NULL);
		}
		forget(p);
	}
}

void by_another()
{
	int *p = NULL;
	pthread_t t;
	while (next()) {
		if (!p) {
			p = new int;
			pthread_create(&t, NULL, work, NULL);
		}
		forget_it(p);
	}
}

void by_template()
{
	int *p = NULL;
	pthread_t t;
	while (next()) {
		if (!p) {
			p = new int;
			pthread_create(&t, NULL, work, NULL);
		}
		drop(p);
	}
}

void not_at_all()
{
	int *p = NULL;
	pthread_t t;
	while (next()) {
		if (!p) {
			p = new int;
			pthread_create(&t, NULL, work, NULL);
		}
		look(p);
	}
}

// Deletes that do not wait for what was created: the destructor does not wait, or only sometimes; it is not run, as it is not virtual
// and the pointer is to a base; the pointer is given another value without it; another object is deleted, or none in some rounds.
// bounds: unbounded 64
// bounds: unbounded 73
// bounds: unbounded 82
// bounds: unbounded 91
// bounds: unbounded 103
// bounds: unbounded 115
// bounds: unbounded 124
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

int next();

class detached {
	pthread_t id;

public:
	detached() { pthread_create(&id, NULL, work, this); }
	~detached() { pthread_detach(id); }
	void stop() { pthread_join(id, NULL); }
};

class sometimes {
	pthread_t id;

public:
	sometimes() { pthread_create(&id, NULL, work, this); }
	~sometimes()
	{
		if (next())
			pthread_join(id, NULL);
	}
};

class base {
public:
	int number;
	~base() { number = 0; }
};

class derived : public base {
	pthread_t id;

public:
	derived() { pthread_create(&id, NULL, work, this); }
	~derived() { pthread_join(id, NULL); }
};

class server {
	derived *current, *other;

public:
	void forget();
	void mistake();
};

void not_at_all()
{
	while (next()) {
		detached *d = new detached;
		next();
		delete d;
	}
}

void now_and_then()
{
	while (next()) {
		sometimes *s = new sometimes;
		next();
		delete s;
	}
}

void not_virtual()
{
	while (next()) {
		base *b = new derived;
		next();
		delete b;
	}
}

void server::forget()
{
	while (next()) {
		if (!current)
			current = new derived;
		if (next())
			current = NULL;
		if (!next())
			delete current;
	}
}

void server::mistake()
{
	while (next()) {
		if (!current)
			current = new derived;
		if (next()) {
			delete other;
			current = NULL;
		}
	}
}

void other_local(derived *other)
{
	while (next()) {
		derived *d = new derived;
		d->number = 1;
		delete other;
	}
}

void not_always()
{
	while (next()) {
		derived *d = new derived;
		if (d->number)
			delete d;
	}
}

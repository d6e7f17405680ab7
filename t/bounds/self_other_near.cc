// Methods that all classes inherit, and that may be run for the very object whose flag is asked: by its own name, by a pointer or
// reference to its class or a base, by a method of its own; or the object is another one in each round.
// bounds: unbounded 72
// bounds: unbounded 80
// bounds: unbounded 88
// bounds: unbounded 96
// bounds: unbounded 104
// bounds: unbounded 112
// bounds: unbounded 120
#include <pthread.h>

int next();

class thread {
	bool active;
	pthread_t id;

	static void *run(thread *self)
	{
		self->action();
		self->active = false;
		return NULL;
	}

protected:
	virtual void action() = 0;
	void cancel() { active = false; }

public:
	thread() { active = false; }
	virtual ~thread() { cancel(); }
	void end() { cancel(); }
	void start()
	{
		if (active)
			return;
		active = true;
		pthread_create(&id, NULL, (void *(*)(void *))&run, this);
		pthread_detach(id);
	}
};

class writer : public thread {
	void action() { next(); }

public:
	void again()
	{
		cancel();
		start();
	}
};

class slow_writer : public writer {
public:
	void slow() { end(); }
};

static writer the_writer;
static slow_writer the_slow_writer;

class holder {
	writer &some;

public:
	holder(writer &to) : some(to) {}
	void end_it() { some.end(); }
};

void by_name()
{
	while (next()) {
		the_writer.start();
		the_writer.end();
	}
}

void by_base(thread *some)
{
	while (next()) {
		the_writer.start();
		some->end();
	}
}

void by_reference(writer &some)
{
	while (next()) {
		the_writer.start();
		some.end();
	}
}

void by_itself()
{
	while (next()) {
		the_writer.start();
		the_writer.again();
	}
}

void by_derived(slow_writer *some)
{
	while (next()) {
		the_slow_writer.start();
		some->slow();
	}
}

void by_pointer(writer *some)
{
	while (next()) {
		some->start();
		some->end();
	}
}

void by_member(holder *h)
{
	while (next()) {
		the_writer.start();
		h->end_it();
	}
}

// A flag that two classes inherit: what sets it back in the loop is run for objects of other classes, for members, for other variables, or
// by constructors and destructors.
// bounds: alive 69
// bounds: alive 79
#include <pthread.h>

int next();

class thread {
	bool active, running;
	pthread_t id;

	static void *run(thread *self)
	{
		self->action();
		self->running = false;
		self->active = false;
		return NULL;
	}

protected:
	virtual void action() = 0;
	void cancel()
	{
		running = false;
		active = false;
	}

public:
	thread() { active = running = false; }
	virtual ~thread() { cancel(); }
	void end() { cancel(); }
	void start()
	{
		if (active)
			return;
		active = running = true;
		pthread_create(&id, NULL, (void *(*)(void *))&run, this);
		pthread_detach(id);
	}
};

class writer : public thread {
	void action() { next(); }
};

class reader : public thread {
	void action() { next(); }

public:
	~reader() { cancel(); }
	void stop() { cancel(); }
};

class pair {
	writer first;

public:
	void end_first() { first.end(); }
};

static writer the_writer, another;

void serve(reader *r)
{
	pair p;

	/* of another class */
	while (next()) {
		the_writer.start();
		r->stop();
		if (next())
			delete new reader;
	}
}

void members(pair *p)
{
	while (next()) { /* other objects of the same class */
		the_writer.start();
		another.end();
		p->end_first();
	}
}

// Objects that are made more than once: thrown away in the loop, replaced whether there is one or not, or by a thread; each has its flag.
// bounds: unbounded 48
// bounds: unbounded 59
// bounds: unbounded 68
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

public:
	thread() { active = false; }
	void start()
	{
		if (!active) {
			active = true;
			pthread_create(&id, NULL, (void *(*)(void *))&run, this);
			pthread_detach(id);
		}
	}
};

static thread *thrown, *replaced, *by_thread;

class scanner : public thread {
	void action()
	{
		next();
		by_thread = NULL;
	}
};

void throw_away()
{

	while (next()) {
		if (!thrown)
			thrown = new scanner;
		thrown->start();
		if (next())
			thrown = NULL;
	}
}

void replace()
{
	while (next()) {
		if (!replaced || next())
			replaced = new scanner;
		replaced->start();
	}
}

void end_by_thread()
{
	while (next()) {
		if (!by_thread)
			by_thread = new scanner;
		by_thread->start();
	}
}

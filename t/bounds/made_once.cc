// A thread's object that is made when it is first needed: its flag says whether the thread runs.
// bounds: alive 60
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
	void start()
	{
		if (!active) {
			active = true;
			pthread_create(&id, NULL, (void *(*)(void *))&run, this);
			pthread_detach(id);
		}
	}
};

class scanner : public thread {
	void action() { next(); }
};

class reader : public thread {
	void action() { next(); }
};

static scanner *the_scanner;

static void update()
{
	if (!the_scanner)
		the_scanner = new scanner;
	the_scanner->start();
}

void end()
{
	delete the_scanner;
	the_scanner = NULL;
}

void serve()
{
	while (next()) {
		update();
		delete new reader;
	}
}

// A destructor that waits for the object's thread: delete waits for it.
// bounds: alive 52
// bounds: alive 61
// bounds: alive 71
// bounds: alive 83
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

int next();

class thread {
	pthread_t id;

public:
	void start() { pthread_create(&id, NULL, work, this); }
	void stop() { pthread_join(id, NULL); }
	virtual ~thread() { stop(); }
};

class reader : public thread {
	int *data;

public:
	reader()
	{
		data = new int;
		start();
	}
	~reader() { delete data; }
};

/* has no destructor of its own */
class writer : public thread {
public:
	writer() { start(); }
};

class server {
	reader *current;

public:
	void serve();
	void replace();
};

void each()
{
	while (next()) {
		reader *r = new reader;
		next();
		delete r;
	}
}

void implicit()
{
	for (;;) {
		writer *w = new writer;
		delete w;
		if (!next())
			return;
	}
}

void server::serve()
{
	while (next()) {
		if (!current)
			current = new reader;
		if (next()) {
			delete current;
			current = NULL;
		}
	}
}

void virtually()
{
	while (next()) {
		thread *t = new reader;
		next();
		delete t;
	}
}

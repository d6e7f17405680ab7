// A walk along a list that only loses elements meanwhile, by a destructor; and along one that also gets some.
// bounds: bounded 34
// bounds: unbounded 42
#include <list>
#include <pthread.h>

int next();

static void *work(void *arg)
{
	return arg;
}

class job;
static std::list<job *> jobs;
static std::list<int> numbers;

class job {
public:
	~job() { jobs.remove(this); }
	void start()
	{
		pthread_t t;
		pthread_create(&t, NULL, work, NULL);
	}
};

static job *spare;

void serve()
{
	std::list<job *>::const_iterator it;

	for (it = jobs.begin(); it != jobs.end(); it++) {
		(*it)->start();
		delete spare;
	}
}

void serve_more()
{
	for (std::list<int>::const_iterator it = numbers.begin(); it != numbers.end(); it++) {
		pthread_t t;
		pthread_create(&t, NULL, work, NULL);
		numbers.push_back(next());
		if (next())
			numbers.pop_front();
	}
}

// A vector that a thread looks at, and that is handed on to be read: nobody makes it longer.
// bounds: bounded 39
#include <mutex>
#include <pthread.h>
#include <vector>

struct Job {
	int number;
};

static std::vector<Job *> jobs;
static std::mutex mutex;
static int sum;

static void *look(void *)
{
	for (size_t i = 0; i < jobs.size(); i++)
		sum += jobs[i]->number;
	return nullptr;
}

static int count_of(const std::vector<Job *> &list)
{
	return (int)list.size();
}

static void log()
{
	mutex.lock();
	sum++;
	mutex.unlock();
}

void start_all()
{
	pthread_t thread;

	sum = count_of(jobs);
	for (size_t n = 0; n < jobs.size(); n++) {
		log();
		pthread_create(&thread, nullptr, look, nullptr);
	}
}

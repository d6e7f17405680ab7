// A vector that a thread makes longer, under a lock that the loop takes as well.
// bounds: unbounded 47
#include <mutex>
#include <pthread.h>
#include <vector>

struct Job {
	int number;
};

static std::vector<Job *> jobs;
static std::mutex mutex;
static int sum;

static void add()
{
	mutex.lock();
	jobs.push_back(new Job{ 1 });
	mutex.unlock();
}

static void *look(void *)
{
	for (size_t i = 0; i < jobs.size(); i++)
		sum += jobs[i]->number;
	add();
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

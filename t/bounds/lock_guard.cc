// A list is emptied under a guard; who would put a job back needs the lock.
// bounds: bounded 34
// bounds: unbounded 47
#include <mutex>
#include <thread>

struct job {
	job *next;
};

static std::mutex lock;
static job *jobs;

bool another();
void work();

static void put(job *made)
{
	std::lock_guard<std::mutex> guard(lock);
	made->next = jobs;
	jobs = made;
}

static void end(job *done)
{
	std::thread(work).detach();
	if (another())
		put(done);
}

void end_all()
{
	std::lock_guard<std::mutex> guard(lock);
	while (jobs) {
		job *first = jobs;
		jobs = first->next;
		end(first);
	}
}

void end_all_later()
{
	{
		std::lock_guard<std::mutex> guard(lock);
		another();
	}
	while (jobs) {
		job *first = jobs;
		jobs = first->next;
		end(first);
	}
}

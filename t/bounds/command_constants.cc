// Commands are enumerators of their own type, constants and truth values.
// bounds: bounded 48
// bounds: bounded 56
// bounds: bounded 64
// bounds: unbounded 72
// bounds: unbounded 80
#include <thread>

struct job {
	job *next;
	int size;
};

enum class command { read, append, forget };
constexpr int APPEND = 1;
static const int FORGET = 2;

job *make_job();
void work();

static void handle(command asked, job *job)
{
	if (asked == command::append)
		job->next = make_job();
	else
		job->size = 0;
}

static void handle_number(int asked, job *job)
{
	switch (asked) {
	case APPEND:
		job->next = make_job();
		break;
	case FORGET:
		job->size = 0;
	}
}

static void handle_truth(bool is_last, job *job)
{
	if (!is_last)
		job->next = make_job();
}

void run_enumerator(job *jobs)
{
	for (job *at = jobs; at; at = at->next) {
		std::thread(work).detach();
		handle(command::forget, at);
	}
}

void run_constant(job *jobs)
{
	for (job *at = jobs; at; at = at->next) {
		std::thread(work).detach();
		handle_number(FORGET, at);
	}
}

void run_truth(job *jobs)
{
	for (job *at = jobs; at; at = at->next) {
		std::thread(work).detach();
		handle_truth(true, at);
	}
}

void run_other_constant(job *jobs)
{
	for (job *at = jobs; at; at = at->next) {
		std::thread(work).detach();
		handle_number(APPEND, at);
	}
}

void run_other_truth(job *jobs)
{
	for (job *at = jobs; at; at = at->next) {
		std::thread(work).detach();
		handle_truth(false, at);
	}
}

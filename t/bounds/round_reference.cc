// Whether there is a further round is decided by somebody who has a reference to the variable; by nobody, in the last one.
// bounds: unbounded 17
// bounds: unbounded 31
// bounds: unbounded 45
// bounds: bounded 58
#include <pthread.h>

void *serve(void *arg);
void decide(bool &is_more);
bool next_order();
static pthread_t thread;

void run_by_parameter()
{
	bool is_more, is_done = next_order();

	do {
		is_more = is_done;
		if (is_done)
			continue;
		pthread_create(&thread, nullptr, serve, nullptr);
		decide(is_more);
	} while (is_more);
}

void run_by_reference()
{
	bool is_more, is_done = next_order();
	bool &other = is_more;

	do {
		is_more = is_done;
		if (is_done)
			continue;
		pthread_create(&thread, nullptr, serve, nullptr);
		other = next_order();
	} while (is_more);
}

void run_by_lambda()
{
	bool is_more, is_done = next_order();
	auto decide_here = [&]() { is_more = next_order(); };

	do {
		is_more = is_done;
		if (is_done)
			continue;
		pthread_create(&thread, nullptr, serve, nullptr);
		decide_here();
	} while (is_more);
}

void run_once()
{
	bool is_more, is_done = next_order();

	do {
		is_more = is_done;
		if (is_done)
			continue;
		pthread_create(&thread, nullptr, serve, nullptr);
	} while (is_more);
}

// A static local object is made once.
// bounds: bounded 15
#include <thread>

void work();
void wait_for_request();

static void ensure_worker()
{
	static std::thread worker(work);
}

int main()
{
	for (;;) {
		wait_for_request();
		ensure_worker();
	}
}

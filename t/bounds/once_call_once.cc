// std::call_once.
// bounds: bounded 12
#include <mutex>
#include <thread>

void work();
void wait_for_request();
static std::once_flag once;

int main()
{
	for (;;) {
		wait_for_request();
		std::call_once(once, [] { std::thread(work).detach(); });
	}
}

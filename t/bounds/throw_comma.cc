// Where the count is not raised, something was thrown, and the handler throws it on.
// bounds: bounded 12
#include <thread>

void log(const char *text);
void serve();

void run()
{
	int started = 0;

	while (started < 8) {
		std::thread(serve).detach();
		try {
			log("one more");
			started++;
		} catch (int) {
			log("it failed"), throw;
		}
	}
}

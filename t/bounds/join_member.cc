// The same for a thread of C++.
// bounds: alive 10
#include <thread>

void serve(int client);
int next_client();

void run()
{
	while (true) {
		std::thread thread(serve, next_client());
		thread.join();
	}
}

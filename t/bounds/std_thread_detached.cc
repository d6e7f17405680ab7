// The plain case in C++.
// bounds: unbounded 10
#include <thread>

void serve(int client);
int next_client();

void run()
{
	while (true)
		std::thread(serve, next_client()).detach();
}

// A template creates.
// bounds: unbounded 16
#include <thread>

void serve(int client);
int next_client();

template <typename Function, typename... Arguments>
void start(Function function, Arguments... arguments)
{
	std::thread(function, arguments...).detach();
}

void run()
{
	for (;;)
		start(serve, next_client());
}

// A class whose constructor starts its thread.
// bounds: unbounded 21
#include <thread>

int next_client();

class Session {
public:
	explicit Session(int client) : client(client), thread(&Session::serve, this)
	{
	}

private:
	void serve();
	int client;
	std::thread thread;
};

void run()
{
	for (;;)
		new Session(next_client());
}

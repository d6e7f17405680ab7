// A method asks for a flag of its object, which is the same object in every round.
// bounds: bounded 32
// bounds: bounded 41
// bounds: bounded 49
#include <memory>
#include <thread>
#include <vector>

int next_client();
void serve();

class worker {
	bool is_started_ = false;
	std::thread thread_;

public:
	void start()
	{
		if (is_started_)
			return;
		is_started_ = true;
		thread_ = std::thread(serve);
	}
	bool is_started() const { return is_started_; }
};

struct server {
	worker acceptor;

	void run()
	{
		while (next_client())
			this->acceptor.start();
	}
};

server *the_server;

void run_global()
{
	while (next_client())
		the_server->acceptor.start();
}

void run_local()
{
	worker only;

	while (next_client())
		only.start();
}

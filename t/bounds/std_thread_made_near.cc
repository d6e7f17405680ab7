// The object may be of a class that inherits the method, and so be one that hands over once more.
// bounds: unbounded 30
#include <thread>

void serve();
int next_order();

struct server {
	virtual ~server() {}
	virtual bool start() = 0;
};

struct real_server : server {
	bool start() override
	{
		std::thread(serve).detach();
		return true;
	}
};

struct outer_server : server {
	server *real;

	outer_server();
	~outer_server()
	{
		delete real;
		real = nullptr;
	}
	bool start() override
	{
		if (real != nullptr)
			return real->start();
		return false;
	}
};

struct special_server : outer_server {
};

outer_server::outer_server()
{
	if (next_order())
		real = new special_server();
	else
		real = new real_server();
}

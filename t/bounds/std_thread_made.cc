// A method hands over to the object that does the work, which is always of another class: that is no call of itself.
// bounds: bounded 44
#include <thread>

void serve();

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

	outer_server()
	{
		real = new real_server();
	}
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

void run()
{
	outer_server servers[3];

	for (int i = 0; i < 3; i++)
		servers[i].start();
}

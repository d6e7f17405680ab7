// A virtual function of which one version creates.
// bounds: unbounded 29
#include <thread>

int next_client();
void serve(int client);

struct Handler {
	virtual ~Handler() = default;
	virtual void handle(int client) = 0;
};

struct Plain : Handler {
	void handle(int client) override
	{
		serve(client);
	}
};

struct Threaded : Handler {
	void handle(int client) override
	{
		std::thread(serve, client).detach();
	}
};

void run(Handler &handler)
{
	for (;;)
		handler.handle(next_client());
}

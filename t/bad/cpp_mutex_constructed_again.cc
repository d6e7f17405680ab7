// A connection is made anew in the same memory when it fails, while another thread may be in the middle of using it.
// treadle: expect bad-primitive
// treadle: options --races off
// treadle: says "a mutex was overwritten while it was locked"
#include <mutex>
#include <new>
#include <thread>

struct Connection {
	std::mutex lock;
};

alignas(Connection) static unsigned char room[sizeof(Connection)];
static int requests;

static void use(Connection *connection)
{
	std::lock_guard<std::mutex> guard(connection->lock);
	requests++;
}

static void connect_again()
{
	use(new (room) Connection);
}

int main()
{
	auto *connection = new (room) Connection;
	std::thread user(use, connection), other(connect_again);

	user.join();
	other.join();
	return 0;
}

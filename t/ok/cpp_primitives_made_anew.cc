// Objects of C++ that are constructed where others were: their mutexes are new ones, locked though the old ones were.
// treadle: flags -std=c++17
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <new>
#include <optional>
#include <shared_mutex>
#include <thread>

struct Session {
	std::mutex lock;
	std::recursive_mutex nested;
	std::shared_mutex table;
	std::condition_variable changed;
	int requests = 0;
};

alignas(Session) static unsigned char room[sizeof(Session)];
static std::optional<std::timed_mutex> gate;

static void leave_locked()
{
	std::mutex local;

	assert(local.try_lock());
}

int main()
{
	for (int round = 0; round < 2; round++) {
		auto *session = new (room) Session;
		std::thread worker([session] {
			std::lock_guard guard(session->lock);
			session->requests++;
			session->changed.notify_all();
		});
		{
			std::unique_lock guard(session->lock);
			session->changed.wait(guard, [session] { return session->requests == 1; });
		}
		worker.join();
		session->lock.lock();
		session->nested.lock();
		session->table.lock_shared();
		leave_locked();
		gate.emplace();
		assert(gate->try_lock());
	}
	new (room) Session;
	auto *last = std::launder(reinterpret_cast<Session *>(room));
	assert(last->lock.try_lock() && last->nested.try_lock() && last->table.try_lock());
	return 0;
}

// What C++ programs do: predicates, semaphores, futures, lambdas, templates of the library, virtual functions.
// bounds: alive 45
// bounds: unbounded 60
// bounds: bounded 66
// bounds: bounded 71
// bounds: bounded 89
// bounds: alive 97
// bounds: bounded 99
// bounds: alive 109
// bounds: bounded 120
// bounds: alive 128
// bounds: unbounded 136
// bounds: bounded 149
// bounds: bounded 156
// bounds: unbounded 166
// bounds: bounded 178
// bounds: unbounded 197
// bounds: bounded 203
// bounds: bounded 210
// bounds: unbounded 216
// bounds: bounded 226
// bounds: unbounded 236
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <queue>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>
int next_client();
void serve(int);
static const unsigned kMax = 16;
class Server
{
public:
	void run()
	{
		while (!stop_) {
			int fd = next_client();
			std::unique_lock<std::mutex> lock(m_);
			cv_.wait(lock, [this] { return active_ < kMax; });
			++active_;
			std::thread([this, fd] {
				serve(fd);
				std::lock_guard<std::mutex> g(m_);
				--active_;
				cv_.notify_one();
			}).detach();
		}
	}
	void run2()
	{
		while (!stop_) {
			std::thread(&Server::work, this, next_client()).detach();
		}
	}
	void start(size_t n)
	{
		for (size_t i = 0; i < n; ++i)
			workers_.emplace_back(&Server::loop, this);
	}
	void grow()
	{
		while (!stop_) {
			if (workers_.size() < kMax)
				workers_.emplace_back(&Server::loop, this);
		}
	}
	void work(int fd);
	void loop();

private:
	std::mutex m_;
	std::condition_variable cv_;
	unsigned active_ = 0;
	std::atomic<bool> stop_{false};
	std::vector<std::thread> workers_;
};
void per_item(const std::vector<std::string> &items)
{
	std::vector<std::thread> ts;
	for (const auto &s : items)
		ts.emplace_back([&s] { serve((int)s.size()); });
	for (auto &t : ts)
		t.join();
}

void batches()
{
	for (;;) {
		std::vector<std::thread> ts;
		for (int i = 0; i < 8; i++)
			ts.push_back(std::thread(serve, i));
		for (auto &t : ts)
			t.join();
	}
}

void sem()
{
	static std::counting_semaphore<8> slots(8);
	for (;;) {
		slots.acquire();
		std::thread([] {
			serve(next_client());
			slots.release();
		}).detach();
	}
}

void drain(std::queue<int> q)
{
	while (!q.empty()) {
		std::thread(serve, q.front()).detach();
		q.pop();
	}
}

void jt()
{
	while (next_client()) {
		std::jthread t(serve, 1);
	}
}

void fut()
{
	std::vector<std::future<void>> fs;
	while (next_client()) {
		fs.push_back(std::async(std::launch::async, serve, 1));
	}
}

void deferred()
{
	while (next_client())
		auto f = std::async(std::launch::deferred, serve, 1);
}

void iter(std::map<int, int> &m)
{
	for (auto it = m.begin(); it != m.end(); ++it)
		std::thread(serve, it->second).detach();
}

void uniq()
{
	std::unique_ptr<std::thread> t;
	for (;;) {
		if (!t)
			t = std::make_unique<std::thread>(serve, 1);
		next_client();
	}
}

void lam()
{
	auto spawn = [](int fd) { std::thread(serve, fd).detach(); };
	for (;;)
		spawn(next_client());
}

void fn(std::function<void()> f)
{
	std::thread(f).detach();
}

void viafn()
{
	int n = 0;
	while (true) {
		if (n++ > 5)
			return;
		fn([] { serve(1); });
	}
}

struct Base {
	virtual void go() = 0;
	virtual ~Base() = default;
};
struct Impl : Base {
	void go() override
	{
		std::thread(serve, 1).detach();
	}
};
void virt(Base &b)
{
	for (;;)
		b.go();
}

void ranged()
{
	for (int x : {1, 2, 3})
		std::thread(serve, x).detach();
}

std::once_flag once;
void onced()
{
	for (;;)
		std::call_once(once, [] { std::thread(serve, 1).detach(); });
}

void tryacq(std::counting_semaphore<4> &s)
{
	while (int fd = next_client()) {
		if (!s.try_acquire())
			continue;
		std::thread(serve, fd).detach();
		s.release();
	}
}

void lists(std::list<int> &work)
{
	while (work.size() > 0) {
		int x = work.front();
		work.pop_front();
		std::thread(serve, x).detach();
	}
}

int main()
{
	try {
		while (true) {
			try {
				std::thread(serve, next_client()).detach();
			} catch (const std::exception &) {
				continue;
			}
		}
	} catch (...) {
	}
}

// A logger that writes from a thread of its own.  Its destructor says "stop" without the lock, so the thread can look at the
// flag, be overtaken, and then sleep for ever: the program hangs when it ends, now and then.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

class logger {
public:
	logger() : writer([this] { write_lines(); }) {}

	~logger()
	{
		stopping = true;
		changed.notify_one();
		writer.join();
	}

	void log(const std::string &line)
	{
		std::lock_guard<std::mutex> held(lock);
		lines.push_back(line);
		changed.notify_one();
	}

private:
	void write_lines()
	{
		std::unique_lock<std::mutex> held(lock);
		for (;;) {
			while (lines.empty() && !stopping)
				changed.wait(held);
			if (lines.empty())
				return;
			std::printf("%s\n", lines.front().c_str());
			lines.pop_front();
		}
	}

	std::mutex lock;
	std::condition_variable changed;
	std::deque<std::string> lines;
	std::atomic<bool> stopping{false};
	std::thread writer;
};

int main()
{
	logger log;

	log.log("started");
	log.log("done");
	return 0;
}

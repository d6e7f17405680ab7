// Lines are appended under the mutex, and how many there are is asked for without it.
// treadle: expect race
// treadle: needs g++
// treadle: says "\blength\b"
// treadle: says "\bappend\b"
// treadle: says "\bis_empty\b"
#include <mutex>
#include <thread>

class Log {
public:
	void append(int line)
	{
		std::lock_guard<std::mutex> held(lock);

		lines[length] = line;
		length++;
	}

	bool is_empty() const
	{
		return length == 0;
	}

private:
	std::mutex lock;
	int lines[4] = {};
	int length = 0;
};

int main()
{
	Log log;
	bool was_empty = false;
	std::thread writer([&] { log.append(1); });
	std::thread reader([&] { was_empty = log.is_empty(); });

	writer.join();
	reader.join();
	return was_empty || !log.is_empty() ? 0 : 1;
}

// std::atomic, relaxed, as a sign that plain data is there.
// treadle: expect race
// treadle: needs g++
// treadle: says "\bscore\b"
// treadle: says "\bplay\b"
// treadle: says "\bannounce\b"
#include <atomic>
#include <thread>

static int score;
static std::atomic<bool> is_over { false };

static void play()
{
	score = 3;
	is_over.store(true, std::memory_order_relaxed);
}

static void announce(int *seen)
{
	if (is_over.load(std::memory_order_relaxed))
		*seen = score;
}

int main()
{
	int seen = 3;
	std::thread a(play), b(announce, &seen);

	a.join();
	b.join();
	return seen == 3 ? 0 : 1;
}

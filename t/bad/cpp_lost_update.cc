// std::thread and a plain int.
// treadle: expect assert
// treadle: needs g++
// treadle: says "\bscore\b"
#include <cassert>
#include <thread>

static int score;

int main()
{
	std::thread a([] { score += 2; });
	std::thread b([] { score += 3; });

	a.join();
	b.join();
	assert(score == 5);
	return 0;
}

// Deferred: no thread is started.
#include <future>
#include <vector>

int compute(int number);
int next_client();

int run()
{
	std::vector<std::future<int>> futures;
	int number, sum = 0;
	while ((number = next_client()) >= 0)
		futures.push_back(std::async(std::launch::deferred, compute, number));
	for (auto &future : futures)
		sum += future.get();
	return sum;
}

// A vector of threads, as many as there are processors.
// bounds: bounded 11
#include <thread>
#include <vector>

void work();

void run()
{
	std::vector<std::thread> threads;
	for (unsigned i = 0; i < std::thread::hardware_concurrency(); i++)
		threads.emplace_back(work);
	for (auto &thread : threads)
		thread.join();
}

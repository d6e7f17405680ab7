// Thread objects that are empty, or moved, start nothing.
#include <thread>
#include <utility>
#include <vector>

std::thread start_one();
int next_client();

void run()
{
	std::vector<std::thread> threads(8);
	std::thread given = start_one();
	while (next_client() >= 0) {
		std::thread empty;
		std::thread taken(std::move(given));
		given = std::move(taken);
	}
	given.join();
}

// Goes round for ever if it comes late: tens of thousands of events on a stack and on the heap, each with a name.
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

struct Door {
	std::vector<std::string> visitors;
	std::atomic<bool> is_open{false};
};

int main()
{
	auto door = std::make_shared<Door>();
	std::atomic<bool> is_here{false};
	std::thread keeper([&] {
		is_here = true;
		door->is_open = true;
		door->is_open = false;
		is_here = false;
	});

	while (!is_here && !door->is_open) {
	}
	keeper.join();
}

// The count of a std::shared_ptr is atomic, the pointer itself is not: a copy races with a reset.
// treadle: expect use-after-free|crash|abort|double-free
// treadle: needs g++
// treadle: says "^        … \d+ frames? in library headers\n        #\d+ main"
#include <memory>
#include <thread>

static std::shared_ptr<int> setting = std::make_shared<int>(1);

int main()
{
	std::thread reader([] {
		std::shared_ptr<int> copy = setting;
		if (copy)
			*copy += 1;
	});

	setting.reset();
	reader.join();
	return 0;
}

// Two guards in two orders; the copy of a shape locks both shapes, and two copies go crosswise.
// treadle: expect deadlock|cycle
// treadle: needs g++
// treadle: says "\bcopy_from\b"
#include <mutex>
#include <thread>

class Shape {
public:
	void copy_from(Shape &other)
	{
		std::lock_guard<std::mutex> own(lock);
		std::lock_guard<std::mutex> others(other.lock);

		size = other.size;
	}

private:
	std::mutex lock;
	int size = 1;
};

int main()
{
	Shape circle, square;
	std::thread a([&] { circle.copy_from(square); });
	std::thread b([&] { square.copy_from(circle); });

	a.join();
	b.join();
	return 0;
}

// The task of std::async works on a block that is deleted before the future is waited for.
// treadle: expect use-after-free
// treadle: needs g++
// treadle: says "@use"
#include <future>

int main()
{
	int *value = new int(20);
	std::future<int> result = std::async(std::launch::async, [value] {
		return *value + 1; /* @use */
	});

	delete value;
	return result.get() ? 0 : 1;
}

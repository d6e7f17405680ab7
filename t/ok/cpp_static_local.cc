// A function-local static is initialised once, by whoever comes first; if that throws, by the next one.
// treadle: needs g++
#include <cassert>
#include <stdexcept>
#include <thread>

static int tries, made;

struct table {
	int value;

	table() : value(7)
	{
		if (++tries == 1)
			throw std::runtime_error("not yet");
		made++;
	}
};

static int look_up()
{
	static table it;
	return it.value;
}

static void use()
{
	int value = 0;

	while (!value) {
		try {
			value = look_up();
		} catch (const std::runtime_error &) {
		}
	}
	assert(value == 7 && made == 1);
}

int main()
{
	std::thread a(use), b(use);

	a.join();
	b.join();
	assert(tries == 2 && made == 1);
}

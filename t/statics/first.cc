// Two threads come to a function-local static: whoever is first makes it.
#include <cassert>
#include <thread>

struct number {
	int value;

	number() : value(7) {}
};

static number &the_number()
{
	static number it;
	return it;
}

static void use()
{
	assert(the_number().value == 7);
}

int main()
{
	std::thread a(use), b(use);

	a.join();
	b.join();
}

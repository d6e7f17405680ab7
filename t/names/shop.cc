// Everything that has a name of its own in C++, shared by two threads that do not lock.
#include <mutex>
#include <pthread.h>
#include <string>

namespace shop {
template <typename T> struct Box {
	static int count;
	static std::mutex lock;
	T value;
	void put(T v);
	T operator+(T other) { count++; return value + other; }
};
template <typename T> int Box<T>::count;
template <typename T> std::mutex Box<T>::lock;
template <typename T> __attribute__((noinline)) void Box<T>::put(T v) { value = v; count++; }

namespace {
int hidden;
__attribute__((noinline)) void bump() { hidden++; }
}

static int plain_static;
template <int N, typename F> __attribute__((noinline)) void call(F f) { f(); plain_static += N; }

struct Base {
	virtual ~Base() {}
	virtual int run() = 0;
};
struct Job : Base {
	int n = 0;
	int run() override { return ++n; }
};
}

struct Expensive {
	Expensive();
	int n;
};
__attribute__((noinline)) Expensive::Expensive() { n = 1; }
static Expensive &instance() { static Expensive e; return e; }
static int &counter() { static int c; return c; }

static shop::Box<int> box;
static shop::Job job;

static void *work(void *arg)
{
	box.put(1);
	shop::bump();
	shop::call<3>([] { counter()++; });
	instance().n++;
	job.run();
	std::lock_guard<std::mutex> guard(shop::Box<int>::lock);
	box + 1;
	return arg;
}

int main()
{
	pthread_t threads[2];

	for (auto &thread : threads)
		pthread_create(&thread, nullptr, work, nullptr);
	for (auto &thread : threads)
		pthread_join(thread, nullptr);
	return 0;
}

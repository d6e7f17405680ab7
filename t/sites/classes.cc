// As shapes.c: members without "this", references, captures, operators of the library, namespaces, templates.
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace shop {
struct Item {
	int price = 0;
};

int total;

struct Base {
	int shared = 0;
};

struct Counter : Base {
	std::mutex lock;
	int count = 0;
	Item item;
	std::unique_ptr<Item> owned = std::make_unique<Item>();
	std::vector<int> list{1, 2};

	void add(Item &other)
	{
		count += other.price; //= read other.price; read count; write count
		item.price = this->count; //= read this->count; write item.price
		shared++; //= read shared; write shared
		owned->price = 2; //= call owned; write owned->price
		list[1] = 3; //= call -; write list[1]
		shop::total = total; //= read total; write shop::total
	}
};

template <typename T> void twice(T &value)
{
	value = value * 2; //= read value; write value
}
} // namespace shop

int main()
{
	shop::Counter counter;
	shop::Item item;
	int hits = 0;

	std::thread thread([&] {
		hits++; //= read -; read hits; write hits
		counter.add(item); //= read -; read -; call counter
	});
	thread.join(); //= call thread
	shop::twice(hits); //= call -
	shop::twice(shop::total); //= call -
	return hits == 2 ? 0 : 1; //= read hits
}

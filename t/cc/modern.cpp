#include <atomic>
#include <future>
#include <iostream>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

struct base {
	virtual ~base() = default;
	virtual int value() const { return 1; }
};

struct derived : base {
	int value() const override { throw std::runtime_error("thrown"); }
};

constexpr size_t length = std::char_traits<char>::length("abc");

int main()
{
	std::atomic<int> sum{0};
	std::mutex mutex;
	std::map<std::string, int> map;
	std::vector<std::thread> threads;
	std::variant<int, std::string> text = "hello";
	std::optional<std::string_view> view = "abc";
	const derived thrower;
	thread_local int own = 3;
	static std::string once = "once";

	for (int i = 0; i < 4; i++)
		threads.emplace_back([&, i] {
			sum.fetch_add(i);
			std::lock_guard guard(mutex);
			map["key" + std::to_string(i)] = i;
		});
	for (auto &thread : threads)
		thread.join();
	try {
		thrower.value();
	} catch (const std::exception &e) {
		std::cout << e.what() << "\n";
	}
	auto later = std::async(std::launch::async, [] { return 42; });
	if (auto found = map.find("key2"); found != map.end())
		std::cout << found->first << " " << sum << " " << map.size() << " " << std::get<1>(text) << " " << *view << "\n";
	std::cout << later.get() << " " << once << " " << ++own << " " << length << "\n";
	return 0;
}

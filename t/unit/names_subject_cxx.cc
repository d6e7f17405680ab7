// The same as names_subject.c for what is particular to C++.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <link.h>
#include <memory>
#include <mutex>
#include <string>
#include <unistd.h>
#include <vector>

namespace bank {
struct Base {
	int id;
	virtual ~Base() = default;
};
class Account : public Base {
public:
	static int count;
	std::mutex lock;
	int balance = 0;
	std::atomic<long> version{ 0 };
	bool open = false;
};
int Account::count;
Account account;
namespace {
int hidden;
}
enum class Colour : unsigned char { red, green };
Colour colour;
}

std::mutex mutex;
std::condition_variable ready;
std::atomic<bank::Account *> best;
std::atomic<int> counter;
std::vector<int> numbers;
std::shared_ptr<int> shared;
thread_local int mine;

static void say(const char *name, const volatile void *address, size_t size)
{
	printf("name %lx %zu %s\n", (unsigned long)address, size, name);
}

static void say_value(const char *text, const volatile void *address, size_t size, unsigned long value)
{
	printf("value %lx %zu %lx %s\n", (unsigned long)address, size, value, text);
}

static void __attribute__((noinline)) say_allocation(void *block, size_t size)
{
	printf("alloc %lx %zu %lx\n", (unsigned long)block, size, (unsigned long)__builtin_return_address(0));
}

static int print_module(struct dl_phdr_info *info, size_t, void *)
{
	unsigned long low = -1ul, high = 0;
	char path[400] = "";

	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];

		if (segment->p_type != PT_LOAD)
			continue;
		low = std::min(low, (unsigned long)(info->dlpi_addr + segment->p_vaddr));
		high = std::max(high, (unsigned long)(info->dlpi_addr + segment->p_vaddr + segment->p_memsz));
	}
	if (!*info->dlpi_name && readlink("/proc/self/exe", path, sizeof path - 1) < 0)
		return 0;
	printf("module %lx %lx %lx %s\n", (unsigned long)info->dlpi_addr, low, high, *info->dlpi_name ? info->dlpi_name : path);
	return 0;
}

int main()
{
	char *here = (char *)__builtin_frame_address(0);

	dl_iterate_phdr(print_module, nullptr);
	printf("thread %lx %lx %lx\n", (unsigned long)(here - 65536), (unsigned long)(here + 4096),
	       *(unsigned long *)__builtin_thread_pointer());
	say("bank::account.balance", &bank::account.balance, 4);
	say("bank::account.id", &bank::account.id, 4);
	say("bank::account.lock", &bank::account.lock, 0);
	say("bank::account.version", &bank::account.version, 8);
	say("bank::Account::count", &bank::Account::count, 4);
	say("bank::hidden", &bank::hidden, 4);
	say("mutex", &mutex, 0);
	say("ready", &ready, 0);
	say("best", &best, 8);
	say("counter", &counter, 4);
	say("numbers", &numbers, 8);
	say("shared", (char *)&shared + 8, 8);
	say("mine (of main)", &mine, 4);
	say_value("-2", &counter, 4, (unsigned)-2);
	say_value("&bank::account", &best, 8, (unsigned long)&bank::account);
	say_value("green", &bank::colour, 1, 1);
	say_value("true", &bank::account.open, 1, 1);
	auto *made = new bank::Account; say_allocation(made, sizeof *made);
	say("Account#1.balance", &made->balance, 4);
	return 0;
}

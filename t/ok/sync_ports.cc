// Ports of every kind and a selective wait, from C++; semaphores of both kinds.
#include <cassert>
#include <cstdint>
#include <cstdio>
#include <thread>
#include <treadle/sync.h>

static treadle_port_t jobs, results, stop;
static treadle_semaphore_t turn, done;

static void *message(std::intptr_t number)
{
	return reinterpret_cast<void *>(number);
}

static std::intptr_t number_of(void *content)
{
	return reinterpret_cast<std::intptr_t>(content);
}

/* Doubles what comes, until it is told to stop. */
static void serve()
{
	for (;;) {
		treadle_alternative alternatives[] = { { &jobs, 1, nullptr }, { &stop, 1, nullptr } };

		if (treadle_select(alternatives, 2) == 1)
			break;
		treadle_port_send(&results, message(2 * number_of(alternatives[0].message)));
	}
	treadle_semaphore_post(&done);
}

static void ask(std::intptr_t number)
{
	treadle_port_send(&jobs, message(number));
}

static void check_order()
{
	treadle_port_t queue;

	treadle_port_init(&queue, TREADLE_UNBOUNDED);
	for (std::intptr_t i = 1; i <= 3; i++)
		treadle_port_send(&queue, message(i));
	assert(treadle_port_length(&queue) == 3);
	for (std::intptr_t i = 1; i <= 3; i++)
		assert(number_of(treadle_port_receive(&queue)) == i);
	treadle_alternative closed[] = { { &queue, 0, nullptr } };
	assert(treadle_select(closed, 1) == -1);
	treadle_port_destroy(&queue);
}

int main()
{
	std::intptr_t sum = 0;

	check_order();
	treadle_port_init(&jobs, TREADLE_SYNCHRONOUS);
	treadle_port_init(&results, 1);
	treadle_port_init(&stop, TREADLE_SYNCHRONOUS);
	treadle_semaphore_init(&done, 0);
	treadle_semaphore_init_binary(&turn, 1);
	std::thread server(serve), first(ask, 1), second(ask, 2);
	for (int i = 0; i < 2; i++) {
		treadle_semaphore_wait(&turn);
		sum += number_of(treadle_port_receive(&results));
		treadle_semaphore_post(&turn);
	}
	treadle_port_send(&stop, nullptr);
	treadle_semaphore_wait(&done);
	first.join();
	second.join();
	server.join();
	treadle_semaphore_destroy(&turn);
	treadle_semaphore_destroy(&done);
	treadle_port_destroy(&stop);
	treadle_port_destroy(&results);
	treadle_port_destroy(&jobs);
	std::printf("%ld\n", static_cast<long>(sum));
	return sum == 6 ? 0 : 1;
}

// says: timer_settime: time is not real here, and the kernel's timers do not know that
#include <semaphore.h>
#include <signal.h>
#include <time.h>

static sem_t rung;

static void ring(union sigval value)
{
	(void)value;
	sem_post(&rung);
}

int main(void)
{
	timer_t timer;
	struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = ring};
	struct itimerspec soon = {.it_value = {.tv_nsec = 1000}};

	sem_init(&rung, 0, 0);
	timer_create(CLOCK_MONOTONIC, &event, &timer);
	timer_settime(timer, 0, &soon, NULL);
	sem_wait(&rung);
	return 0;
}

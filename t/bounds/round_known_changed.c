// Between the question and the use somebody may have gone on to the end of the part.  Otherwise like round_known.c.
// bounds: unbounded 26
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void *serve(void *arg);

struct upload {
	size_t available;
	uint64_t part_size, part_at;
	void (*handle)(struct upload *upload, size_t *left);
};

static void take(struct upload *upload);
static void go_on(struct upload *upload);

void receive(struct upload *upload)
{
	size_t available;
	bool is_more;

	take(upload);
	available = upload->available;
	do {
		size_t wanted, left;
		uint64_t rest;

		is_more = false;
		if (upload->part_at == upload->part_size && upload->part_size != 0) {
			upload->part_at = 0;
			upload->part_size = 0;
			if (available == 0)
				break;
		}
		if (upload->part_size == 0)
			break;
		go_on(upload);
		rest = upload->part_size - upload->part_at;
		if (rest > available) {
			wanted = available;
		} else {
			wanted = (size_t)rest;
			if (available > wanted)
				is_more = true;
		}
		left = wanted;
		upload->handle(upload, &left);
		if (left != 0)
			is_more = false;
		available -= wanted - left;
	} while (is_more);
}

static void start(struct upload *upload, size_t *left)
{
	pthread_t thread;

	(void)left;
	upload->part_at = 0;
	pthread_create(&thread, NULL, serve, upload);
}

static void take(struct upload *upload)
{
	upload->handle = start;
}

static void go_on(struct upload *upload)
{
	upload->part_at = upload->part_size;
}

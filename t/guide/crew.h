/* Starts threads, two kinds of them: `prog COUNT COUNT`. */
#ifndef CREW_H
#define CREW_H

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

typedef void *job(void *);

static inline void run_crew(char **argv, job *first, job *second)
{
	int firsts = atoi(argv[1]), all = firsts + atoi(argv[2]);
	pthread_t *crew = calloc((size_t)all, sizeof *crew);

	for (int i = 0; i < all; i++)
		pthread_create(&crew[i], NULL, i < firsts ? first : second, NULL);
	for (int i = 0; i < all; i++)
		pthread_join(crew[i], NULL);
	free(crew);
}

#endif

/* A world for the programs of t/bounds, to find out what their loops do by letting them do it.
 *
 * The program is included between judge.h and judge.c, with what it calls replaced: creating a thread counts it and keeps its
 * function for later, threads run to their end where the program waits or calls something outside, or not at all, and whatever
 * is outside answers as it likes, differently in every run (judge_answer).  What comes out is how many threads were created and
 * how many were alive at a time, at most.  The checker reads the same program and runs nothing, so they share no mistakes.
 */
#ifndef JUDGE_H
#define JUDGE_H

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/queue.h>
#include <sys/socket.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

int judge_create(pthread_t *id, const pthread_attr_t *attributes, void *(*function)(void *), void *argument);
int judge_create_c11(thrd_t *id, int (*function)(void *), void *argument);
int judge_join(pthread_t id, void **result);
int judge_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int judge_once(pthread_once_t *once, void (*function)(void));
int judge_sem_init(sem_t *semaphore, int shared, unsigned value);
int judge_sem_wait(sem_t *semaphore);
int judge_sem_trywait(sem_t *semaphore);
int judge_sem_post(sem_t *semaphore);
void judge_lock(volatile void *lock);
void judge_unlock(volatile void *lock);
int judge_lock_twice(void);
int judge_pipe(int *ends);
int judge_read(long end);
int judge_write(long end);
int judge_close(long end);
int judge_do_not_wait(long end);
long judge_answer(int who);
_Noreturn void judge_leave(void);

#define pthread_create judge_create
#define thrd_create(...) judge_create_c11(__VA_ARGS__)
#define pthread_join(...) judge_join(__VA_ARGS__)
#define pthread_detach(id) ((void)(id), 0)
#define thrd_detach(id) ((void)(id), 0)
#define pthread_cond_wait(...) judge_cond_wait(__VA_ARGS__)
#define pthread_cond_signal(condition) ((void)(condition))
#define pthread_mutex_lock(mutex) judge_lock(mutex)
#define pthread_mutex_unlock(mutex) judge_unlock(mutex)
#define pthread_spin_lock(lock) judge_lock(lock)
#define pthread_spin_unlock(lock) judge_unlock(lock)
#define pthread_mutexattr_settype(...) judge_lock_twice()
#define pthread_once(...) judge_once(__VA_ARGS__)
#define pthread_exit(value) judge_leave()
#define sem_init(...) judge_sem_init(__VA_ARGS__)
#define sem_wait(...) judge_sem_wait(__VA_ARGS__)
#define sem_trywait(...) judge_sem_trywait(__VA_ARGS__)
#define sem_post(...) judge_sem_post(__VA_ARGS__)
#define sleep(seconds) judge_answer(-1)
#define usleep(microseconds) judge_answer(-1)
#define time(where) judge_answer(-2)
#define accept(...) ((int)judge_answer(-3))
#define pipe(ends) judge_pipe(ends)
#define read(fd, to, size) judge_read(fd)
#define write(fd, from, size) judge_write(fd)
#define close judge_close /* a field of that name is renamed with it */
#define fcntl(fd, ...) judge_do_not_wait(fd)
#define fdopen(fd, mode) ((FILE *)(long)(fd))
#define fread(to, size, count, stream) judge_read((long)(stream))
#define printf(...) ((void)0)
#define getenv(name) "7"
#define fscanf(...) 0
#define abort() judge_leave()
#define exit(status) judge_leave()
#define main program_main

#endif

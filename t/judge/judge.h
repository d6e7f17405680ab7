/* A world for the programs of t/bounds, to find out what their loops do by letting them do it.
 *
 * The program is included behind this header, so that what it calls is replaced: creating a thread makes a fibre (threads.c),
 * which runs when the run's habits say so, locks and the like belong to the world (waiting.c), and whatever is outside answers as
 * it likes, differently in every run (answers.c).  What comes out is how many threads were created and how many were alive at a
 * time, at most (run.c).  The checker reads the same program and runs nothing, so they share no mistakes.
 *
 * What a program needs besides (objects, functions of others, variables of others) is written behind it by t/lib/Outside.pm.
 */
#ifndef JUDGE_H
#define JUDGE_H

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/queue.h>
#include <sys/socket.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

int judge_create(pthread_t *id, const pthread_attr_t *attributes, void *(*function)(void *), void *argument);
int judge_create_c11(thrd_t *id, int (*function)(void *), void *argument);
int judge_create_somehow(void);
int judge_join(pthread_t id, void **result);
int judge_join_c11(thrd_t id, int *result);
int judge_kill(pthread_t id, int number);
pthread_t judge_self(void);
_Noreturn void judge_end(void *result);
_Noreturn void judge_leave(void);

int judge_lock(volatile void *lock);
int judge_unlock(volatile void *lock);
int judge_lock_twice(void);
int judge_cond_wait(volatile void *condition, volatile void *mutex);
int judge_cond_signal(volatile void *condition);
int judge_once(pthread_once_t *once, void (*function)(void));
int judge_sem_init(sem_t *semaphore, int shared, unsigned value);
int judge_sem_wait(sem_t *semaphore);
int judge_sem_trywait(sem_t *semaphore);
int judge_sem_post(sem_t *semaphore);
int judge_pipe(int *ends);
int judge_read(long end);
int judge_write(long end);
int judge_close(long end);
int judge_do_not_wait(long end);

long judge_answer(void);
int judge_accept(long socket);
void *judge_allocate(size_t size);
char *judge_copy(const char *text);
void judge_free(void *pointer);
int judge_fork(int is_counted);
int judge_on_signal(const struct sigaction *action);
int judge_epoll(struct epoll_event *events, int most);
char *judge_line(char *to);

#define pthread_create judge_create
#define thrd_create(...) judge_create_c11(__VA_ARGS__)
#define pthread_join(...) judge_join(__VA_ARGS__)
#define thrd_join(...) judge_join_c11(__VA_ARGS__)
#define pthread_detach(id) ((void)(id), 0)
#define thrd_detach(id) ((void)(id), 0)
#define pthread_kill(...) judge_kill(__VA_ARGS__)
#define pthread_cancel(id) judge_kill(id, 0) /* whoever does not look does not notice */
#define pthread_self() judge_self()
#define pthread_exit(value) judge_end(value)
#define pthread_cond_wait(...) judge_cond_wait(__VA_ARGS__)
#define pthread_cond_signal(...) judge_cond_signal(__VA_ARGS__)
#define pthread_cond_broadcast(...) judge_cond_signal(__VA_ARGS__)
#define pthread_mutex_lock(mutex) judge_lock(mutex)
#define pthread_mutex_unlock(mutex) judge_unlock(mutex)
#define pthread_spin_lock(lock) judge_lock(lock)
#define pthread_spin_unlock(lock) judge_unlock(lock)
#define pthread_mutexattr_settype(...) judge_lock_twice()
#define pthread_once(...) judge_once(__VA_ARGS__)
#define sem_init(...) judge_sem_init(__VA_ARGS__)
#define sem_wait(...) judge_sem_wait(__VA_ARGS__)
#define sem_trywait(...) judge_sem_trywait(__VA_ARGS__)
#define sem_post(...) judge_sem_post(__VA_ARGS__)
#define sleep(seconds) judge_answer()
#define usleep(microseconds) judge_answer()
#define time(where) judge_answer()
#define accept(...) judge_accept(judge_answer())
#define pipe(ends) judge_pipe(ends)
#define read(fd, to, size) judge_read(fd)
#define write(fd, from, size) judge_write(fd)
#define close judge_close /* a field of that name is renamed with it */
#define fcntl(fd, ...) judge_do_not_wait(fd)
#define fdopen(fd, mode) ((FILE *)(long)(fd))
#define fread(to, size, count, stream) judge_read((long)(stream))
#define epoll_wait(fd, events, most, time) judge_epoll(events, most)
#define fgets(to, size, stream) judge_line(to)
#define sigaction(number, action, old) judge_on_signal(action)
#define dlsym(...) ((void *)judge_answer) /* some function, which is none of the program's */
#define fork() judge_fork(JUDGE_COUNTS_FORKS) /* what the child does is its own */
#define _exit(status) judge_leave()
#define printf(...) 0
#define fprintf(...) 0
#define perror(text) ((void)0)
#define getenv(name) "7"
#define fscanf(...) 0
#define abort() judge_leave()
#define exit(status) judge_leave()
#ifdef JUDGE_IN_MEMORY
#define malloc(size) judge_allocate(size)
#define calloc(count, size) judge_allocate((count) * (size))
#define strdup(text) judge_copy(text)
#define free(pointer) judge_free(pointer)
#endif
#define main program_main

#endif

/* Thread-specific values: pthread_key_create and C11 tss. */
#ifndef TD_RT_KEY_H
#define TD_RT_KEY_H

#include "rt/state.h"

#include <pthread.h>

void td_keys_reset(void);
void td_keys_mark(void);                    /* see mark.h */
void td_keys_back(void);
void td_keys_begin(struct td_fiber *first); /* with the values that main's thread had before main */
void td_keys_run_destructors(struct td_fiber *fiber);
int td_key_create(pthread_key_t *key, void (*destructor)(void *));
int td_key_delete(pthread_key_t key);
int td_key_set(pthread_key_t key, uintptr_t value);
void *td_key_get(pthread_key_t key);

#endif

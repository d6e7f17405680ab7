/* Every access in the source must be an event, whatever the level of optimisation.  Behind each function: how many hooks for
 * reads, writes and calls that do both (copies, library functions, atomic operations) it must have. */
#include <stdatomic.h>
#include <string.h>

struct pair { int a, b; };
struct big { long word[5]; };

int x, y, z;
short half;
char byte;
long wide;
double real;
static int counter, never_written;
volatile int changing;
struct pair pair;
struct big one, other;
char text[64], text2[64];
int atom;
atomic_flag flag;
extern void take(int *);

void increment(void) { x++; }                                        /* 1 1 0 */
void add(void) { x = x + 1; }                                        /* 1 1 0 */
int read_then_write(void) { int a = x; x = 7; return a; }            /* 1 1 0 */
int write_then_read(void) { x = 5; return x; }                       /* 1 1 0 */
int read_twice(void) { int a = x; int b = x; return a + b; }         /* 2 0 0 */
void write_twice(void) { x = 1; x = 2; }                             /* 0 2 0 */
void read_for_nothing(void) { int a = x; (void)a; }                  /* 1 0 0 */
int two_fields(struct pair *p) { return p->a == 1 && p->b == 2; }    /* 2 0 0 */
void set_fields(struct pair *p) { p->a = 0; p->b = 0; }              /* 0 2 0 */
int either(int c) { if (c) x = 1; else x = 2; return x; }            /* 1 2 0 */
int choose(int c) { return c ? x : y; }                              /* 2 0 0 */
int both(void) { return x && y; }                                    /* 2 0 0 */
int loop(void) { int n = 0; for (int i = 0; i < 9; i++) n += x; return n; } /* 1 0 0 */
void fill(long *p, int n) { for (int i = 0; i < n; i++) p[i] = 0; }  /* 0 1 0 */
void copy(long *p, long *q, int n) { for (int i = 0; i < n; i++) p[i] = q[i]; } /* 1 1 0 */
void spin(void) { while (!x) ; }                                     /* 1 0 0 */
void sizes(void) { half = byte; wide = 1; real = wide; }             /* 2 3 0 */
void count(void) { counter++; }                                      /* 1 1 0 */
int constant(void) { return never_written; }                         /* 1 0 0 */
void change(void) { changing = changing + 1; }                       /* 1 1 0 */
int escaped(void) { int l[4]; l[0] = 1; take(l); l[1] = l[0]; return l[2]; } /* 2 2 0 */
int escaped_field(void) { struct pair l; l.a = 1; take(&l.a); l.b = 2; return l.a; } /* 1 2 0 */
int private_local(void) { int l[4] = { x, 2, 3, 4 }; l[1] = l[0]; return l[1]; } /* 1 0 0 */
void fill_memory(void) { memset(text, 0, 16); }                      /* 0 0 1 */
void copy_memory(void) { memcpy(text, text2, 8); }                   /* 0 0 1 */
void move_memory(void) { memmove(text, text2, 24); }                 /* 0 0 1 */
void copy_text(void) { strcpy(text, "hello"); }                      /* 0 0 1 */
void append_text(void) { strcat(text, "x"); }                        /* 0 0 1 */
size_t length(void) { return strlen(text); }                         /* 0 0 1 */
int compare(void) { return strcmp(text, "ab"); }                     /* 0 0 1 */
int compare_memory(void) { return memcmp(text, text2, 16) == 0; }    /* 0 0 1 */
int atomic_add(void) { return __atomic_fetch_add(&atom, 2, __ATOMIC_RELAXED); }          /* 0 0 1 */
int atomic_read(void) { return __atomic_load_n(&atom, __ATOMIC_ACQUIRE); } /* 0 0 1 */
void atomic_write(void) { __atomic_store_n(&atom, 1, __ATOMIC_SEQ_CST); }                  /* 0 0 1 */
int atomic_flag_set(void) { return atomic_flag_test_and_set(&flag); } /* 0 0 1 */
void fence(void) { atomic_thread_fence(memory_order_seq_cst); }      /* 0 0 1 */

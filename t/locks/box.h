/* A library with locks of its own, which is compiled without treadle cc: they spin without a call that anything could see. */
struct box { int taken; };

void box_enter(struct box *box);
int box_try(struct box *box); /* nonzero: entered */
void box_leave(struct box *box);
void box_rest(struct box *box, int *is_over); /* leaves, waits until it is over, and enters */

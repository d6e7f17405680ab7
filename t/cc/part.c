#ifndef ADD
#define ADD 1
#endif

int part(int n)
{
	return n + ADD;
}

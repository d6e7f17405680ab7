// says: setrlimit: a limit of memory would be one for Treadle's own, too
#include <sys/resource.h>

int main(void)
{
	struct rlimit limit;

	getrlimit(RLIMIT_AS, &limit);
	limit.rlim_cur = 64 << 20;
	return setrlimit(RLIMIT_AS, &limit);
}

// A function without a body that is known to create.
// bounds: options --creates pool_start
// bounds: unbounded 11 says "pool_start"
int next_client(void);
int pool_start(void (*function)(int), int argument);
void serve(int client);

void run(void)
{
	int client;
	while ((client = next_client()) >= 0)
		pool_start(serve, client);
}

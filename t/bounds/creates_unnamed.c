// The same, if nobody said so.
int next_client(void);
int pool_start(void (*function)(int), int argument);
void serve(int client);

void run(void)
{
	int client;
	while ((client = next_client()) >= 0)
		pool_start(serve, client);
}

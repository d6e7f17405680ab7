// The loop is here, the wrapper elsewhere.
// bounds: unbounded main.c:9 says "start_thread"
int next_client(void);
int start_thread(int client);

int main(void)
{
	int client;
	while ((client = next_client()) >= 0)
		start_thread(client);
	return 0;
}

// Each file has a function of the same name for itself, and only one of them creates.
// bounds: unbounded other.c:11
int next_client(void);
void serve(int client);

static void start(int client)
{
	serve(client);
}

int main(void)
{
	int client;
	while ((client = next_client()) >= 0)
		start(client);
	return 0;
}

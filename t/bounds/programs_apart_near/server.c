struct wire {
	int fd;
	int (*on_connect)(struct wire *wire, int fd);
};

void wire_check(struct wire *wire);

void wire_use_threads(struct wire *wire);

int main(void)
{
	struct wire wire = { 3, 0 };

	wire_use_threads(&wire);
	for (int i = 0; i < 3; i++)
		wire_check(&wire);
	for (;;)
		wire_check(&wire);
}

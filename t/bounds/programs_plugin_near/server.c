struct wire {
	int fd;
	int (*on_connect)(struct wire *wire, int fd);
};

void wire_check(struct wire *wire);

int main(void)
{
	struct wire wire = { 3, 0 };

	wire.fd++;
	for (;;)
		wire_check(&wire);
}

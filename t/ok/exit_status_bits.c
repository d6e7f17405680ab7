// Only the last eight bits of an exit status are seen: this one is 0.
int main(void)
{
	return 256;
}

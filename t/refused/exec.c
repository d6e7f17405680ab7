// says: exec: the program replaces itself by another one, which cannot be followed
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	char *arguments[] = { "true", NULL };

	execv("/nowhere/true", arguments);
	execvp("no_such_program", arguments);
	execlp("true", "true", (char *)NULL);
	puts("not reached");
	return 1;
}

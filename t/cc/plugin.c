#include <string.h>

extern void __tsan_write4(void *);
int plugged;
static char text[32];

int plug(const char *name)
{
	plugged++;
	strcpy(text, name);
	return plugged + (int)strlen(text);
}

/* Whose hook it is that this object calls. */
void *plug_hook(void)
{
	return (void *)__tsan_write4;
}

int plug_count(void)
{
	return plugged;
}

/* Loads plugin.so; prints what it returns and which file its hooks are in. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	void *plugin = dlopen(argc > 1 ? argv[1] : "", RTLD_NOW);
	int (*plug)(const char *);
	void *(*plug_hook)(void);
	Dl_info info;

	if (!plugin) {
		fprintf(stderr, "%s\n", dlerror());
		return 1;
	}
	plug = (int (*)(const char *))dlsym(plugin, "plug");
	plug_hook = (void *(*)(void))dlsym(plugin, "plug_hook");
	if (!plug || !plug_hook || !dladdr(plug_hook(), &info))
		return 1;
	printf("%d %s\n", plug("abc"), strstr(info.dli_fname, ".so") ? "plain" : "woven");
	return 0;
}

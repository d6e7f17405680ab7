// A player starts a player.  Otherwise like thread_classes.cc.
// bounds: unbounded 19
#include <pthread.h>

bool next_block();

class thread {
	pthread_t id_;
	static void *run(thread *self)
	{
		self->action();
		return nullptr;
	}

protected:
	virtual void action() = 0;

public:
	bool start()
	{
		return pthread_create(&id_, nullptr, (void *(*)(void *))&run, (void *)this) == 0;
	}
};

class reader : public thread {
protected:
	void action() override
	{
		while (next_block())
			;
	}

public:
	reader() { start(); }
};

class player : public thread {
	reader *reader_;

protected:
	void action() override { (new player)->start(); }
};

int main()
{
	player player;

	player.start();
}

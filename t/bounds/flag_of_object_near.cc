// A method asks for a flag of its object, which is another object in every round.
// bounds: unbounded 31
// bounds: unbounded 39
// bounds: unbounded 49
#include <memory>
#include <thread>
#include <vector>

int next_client();
void serve();

class worker {
	bool is_started_ = false;
	std::thread thread_;

public:
	void start()
	{
		if (is_started_)
			return;
		is_started_ = true;
		thread_ = std::thread(serve);
	}
	bool is_started() const { return is_started_; }
};

std::vector<std::unique_ptr<worker>> workers;

void run_vector()
{
	while (next_client()) {
		workers.emplace_back(new worker);
		workers.back()->start();
	}
}

void run_unique()
{
	while (next_client()) {
		auto one = std::make_unique<worker>();

		one->start();
		one.release();
	}
}

void run_new()
{
	while (next_client()) {
		worker *one = new worker;

		if (!one->is_started())
			one->start();
	}
}

/* Asynchronous input and output: the C library makes threads of its own for it, which nobody controls and which write to the
 * program's memory. */
#include "rt/state.h"
#include "rt/sys.h"

#include <aio.h>

static void refuse(const char *call, uint64_t pc)
{
	if (!td_current)
		return;
	td_current->pending.pc = pc;
	td_unsupported("%s: the C library does it in threads of its own, which are not controlled", call);
}

TD_EXPORT int aio_read(struct aiocb *request)
{
	refuse("aio_read", TD_HERE);
	return TD_REAL(aio_read)(request);
}

TD_EXPORT int aio_write(struct aiocb *request)
{
	refuse("aio_write", TD_HERE);
	return TD_REAL(aio_write)(request);
}

TD_EXPORT int aio_fsync(int operation, struct aiocb *request)
{
	refuse("aio_fsync", TD_HERE);
	return TD_REAL(aio_fsync)(operation, request);
}

TD_EXPORT int lio_listio(int mode, struct aiocb *const list[restrict], int count, struct sigevent *restrict event)
{
	refuse("lio_listio", TD_HERE);
	return TD_REAL(lio_listio)(mode, list, count, event);
}

/* Where they are other functions, they do the same. */
TD_EXPORT __attribute__((alias("aio_read"))) int aio_read64(struct aiocb64 *request);
TD_EXPORT __attribute__((alias("aio_write"))) int aio_write64(struct aiocb64 *request);
TD_EXPORT __attribute__((alias("aio_fsync"))) int aio_fsync64(int operation, struct aiocb64 *request);
TD_EXPORT __attribute__((alias("lio_listio"))) int lio_listio64(int mode, struct aiocb64 *const list[restrict], int count,
								  struct sigevent *restrict event);

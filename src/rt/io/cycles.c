#include "cycles.h"

#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

enum { VDSO_SIZE = 4 * 4096 };

static uint64_t TD_STATE vdso;

void td_cycles_are_real(int is_real)
{
	td_syscall(SYS_prctl, PR_SET_TSC, is_real ? PR_TSC_ENABLE : PR_TSC_SIGSEGV, 0, 0, 0, 0);
}

void td_cycles_setup(void)
{
	vdso = getauxval(AT_SYSINFO_EHDR);
	td_cycles_are_real(0);
}

static int is_rdtsc(const uint8_t *code)
{
	return code[0] == 0x0f && code[1] == 0x31;
}

static int is_rdtscp(const uint8_t *code)
{
	return code[0] == 0x0f && code[1] == 0x01 && code[2] == 0xf9;
}

static uint64_t real_cycles(void)
{
	td_cycles_are_real(1);
	uint64_t cycles = __builtin_ia32_rdtsc();
	td_cycles_are_real(0);
	return cycles;
}

int td_cycles_fault(greg_t *registers)
{
	uint64_t ip = (uint64_t)registers[REG_RIP];
	const uint8_t *code = (const uint8_t *)ip;
	int is_with_processor = is_rdtscp(code);
	if (!is_with_processor && !is_rdtsc(code))
		return 0;
	uint64_t cycles = td_current && ip - vdso >= VDSO_SIZE ? td_clock_look(CLOCK_MONOTONIC, ip) : real_cycles();
	registers[REG_RAX] = (greg_t)(uint32_t)cycles;
	registers[REG_RDX] = (greg_t)(cycles >> 32);
	if (is_with_processor)
		registers[REG_RCX] = 0;
	registers[REG_RIP] += is_with_processor ? 3 : 2;
	return 1;
}

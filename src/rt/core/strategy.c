#include "strategy.h"

#include "rt/sys.h"

const struct td_strategy TD_STATE *td_strategy = &td_strategies[TD_POLICY_RUN_ON];
struct td_mode TD_STATE td_mode;

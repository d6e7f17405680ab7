/* Text of programs as JSON values. */
#ifndef TD_REPORT_JSON_TEXT_H
#define TD_REPORT_JSON_TEXT_H

#include <jansson.h>

/* Programs print what they like, JSON takes only UTF-8: every byte that is none becomes U+FFFD. */
json_t *td_json_text(const char *bytes, size_t size);

/* A string; null if it is NULL or empty. */
json_t *td_json_string(const char *value);

/* The same, and frees it. */
json_t *td_json_take(char *value);

#endif

/* One line of C or C++, read a few tokens forwards or backwards from a place in it.
 *
 * Places are numbers of bytes from the line's beginning.  An end is the place behind the last byte of something.
 * Nothing here knows what an expression means; rewrite_expression.c compares what it finds with the instruction. */
#ifndef TD_WEAVE_REWRITE_TEXT_H
#define TD_WEAVE_REWRITE_TEXT_H

enum { TD_NOWHERE = -1 };

/* The end of what stands before END, without the blanks between. */
int td_text_back(const char *line, int end);
/* The first place from AT on that has no blank. */
int td_text_skip(const char *line, int at);

int td_text_is_word(char c);
/* Where the word that ends at END begins, and where the one at AT ends: the same place if there is none. */
int td_text_word_begin(const char *line, int end);
int td_text_word_end(const char *line, int at);

/* Does this stand before END? */
int td_text_ends_with(const char *line, int end, const char *what);

/* The bracket that belongs to the closing one before END, or the end of the one that belongs to the opening one at AT;
 * TD_NOWHERE if it is not on this line, or texts in quotes lie between. */
int td_text_open(const char *line, int end);
int td_text_close(const char *line, int at);

/* The end of the shortest expression that begins at AT: a word, with the scopes before it, or what stands in
 * parentheses. */
int td_text_primary(const char *line, int at);
/* The end with one more "[i]", ".x", "->x", "(a)" or "++" behind END. */
int td_text_longer(const char *line, int end);

#endif

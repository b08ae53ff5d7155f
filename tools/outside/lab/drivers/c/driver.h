/*
 * Reads texts and writes answers, for drivers in C, C++ and Objective-C.
 *
 * Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *text;    /* the current text, with a NUL at its end */
static size_t length; /* of the text, in bytes */

static int digit(int c) {
	return c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
}

/* next_text reads the next text. It returns 0 at the end of the input. */
static int next_text(void) {
	static char *line;
	static size_t room;
	ssize_t n = getline(&line, &room, stdin);
	if (n < 0)
		return 0;
	while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r'))
		n--;
	text = (char *)realloc(text, n / 2 + 1);
	length = n / 2;
	for (size_t i = 0; i < length; i++)
		text[i] = digit(line[2 * i]) << 4 | digit(line[2 * i + 1]);
	text[length] = 0;
	return 1;
}

static void version(const char *name) {
	printf("= %s\n", name);
}

static void hex(const char *s, size_t n) {
	for (size_t i = 0; i < n; i++)
		printf("%02x", (unsigned char)s[i]);
}

/* field_bytes writes one value of an answer, or null. */
static void field_bytes(const char *s, size_t n) {
	putchar('\t');
	if (s == NULL)
		putchar('-');
	else
		hex(s, n);
}

static inline void field(const char *s) {
	field_bytes(s, s == NULL ? 0 : strlen(s));
}

/* field_number writes a number, or null if it is negative. */
static inline void field_number(long n) {
	char digits[24];
	snprintf(digits, sizeof digits, "%ld", n);
	field(n < 0 ? NULL : digits);
}

static void begin(void) {
	putchar('1');
}

static void end(void) {
	putchar('\n');
}

static void refused(const char *reason) {
	printf("0\t");
	hex(reason, strlen(reason));
	putchar('\n');
}

/* has_nul answers for a text that no C string can contain. */
static inline int has_nul(void) {
	if (memchr(text, 0, length) == NULL)
		return 0;
	printf("?\t");
	hex("cannot be passed: NUL", 21);
	putchar('\n');
	return 1;
}

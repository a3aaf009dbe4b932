/* SPDX-License-Identifier: MIT */

/* The functions of libphonenumber that we use, in C. Swift cannot import the headers of libphonenumber, which are C++.
 *
 * Each function accepts any bytes, throws no exception and may be called from any thread. A region is a code of
 * ISO 3166-1 such as "DE", or any other text for an unknown region. The first call takes 10 ms, because it reads the
 * metadata of all countries.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The longest text that mk_phone_parse reads, in bytes. */
enum { MK_PHONE_LONGEST_TEXT = 250 };

struct mk_phone_number {
    /* The country calling code and the national number: 1 to 15 digits. */
    int64_t e164;
    /* The digits of the extension, or an empty string. */
    char extension[24];
    /* A number of this length can exist in its country. */
    bool is_possible;
    /* The number also has a prefix that its country has assigned. */
    bool is_valid;
};

enum mk_phone_style { MK_PHONE_NATIONAL, MK_PHONE_INTERNATIONAL };

/* Whether libphonenumber has metadata of that region. */
bool mk_phone_is_region(const char *region);

/* Calls `body` with the code of each region that libphonenumber has metadata of, in the order of the codes. */
void mk_phone_each_region(void (*body)(const char *region, void *context), void *context);

/* The calling code of a region, such as 49; 0 for an unknown one. */
int mk_phone_calling_code(const char *region);

/* Reads a text in any spelling. Returns false if it is not a number, if the number has more than 15 digits, or if the
 * text is too long. */
bool mk_phone_parse(const char *text, size_t length, const char *region, struct mk_phone_number *number);

/* Whether these digits are exactly an emergency number of the region. */
bool mk_phone_is_emergency(const char *digits, size_t length, const char *region);

/* Whether these digits are a short number of the region. */
bool mk_phone_is_short(const char *digits, size_t length, const char *region);

/* Writes the number for people into `text`, without a NUL at the end. Returns its bytes; 0 if they are more than
 * `size`, or if `e164` is not a number. */
size_t mk_phone_format(int64_t e164, const char *extension, enum mk_phone_style style, char *text, size_t size);

/* Writes the region of a number. If its country shares a calling code with other countries and the number is not valid,
 * it is the main country of the code. Returns false for a number of no country, such as +800. */
bool mk_phone_country(int64_t e164, char region[3]);

#ifdef __cplusplus
}
#endif

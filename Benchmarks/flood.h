// SPDX-License-Identifier: MIT
// How long a client waits beside a flood of others.
#pragma once

#include <stdint.h>

#include "server.h"

enum flood { QUEUED_CALLS, UNREAD_REPLIES, COMING_AND_GOING, FLOODS };

extern const char *const flood_names[FLOODS];
// The same for programs.
extern const char *const flood_keys[FLOODS];

// Nanoseconds until the server answers a client that calls last, after all of the flood.
uint64_t measure_flood(struct server *server, enum flood flood);

// SPDX-License-Identifier: MIT
// The time that a client waits beside a flood of other clients.
#pragma once

#include <stdint.h>

#include "server.h"

enum flood { QUEUED_CALLS, UNREAD_REPLIES, COMING_AND_GOING, FLOODS };

extern const char *const flood_names[FLOODS];
// The names in the JSON output.
extern const char *const flood_keys[FLOODS];

// Nanoseconds until the server answers a client that calls after the whole flood.
uint64_t measure_flood(struct server *server, enum flood flood);

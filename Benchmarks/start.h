// SPDX-License-Identifier: MIT
// Cold start: from a request to a name without an owner to the reply, while the bus starts the owner.
#pragma once

#include "series.h"
#include "server.h"

struct start {
    struct series busctl, call;
};

// One round for a server: `busctl call` as a whole, then a method call of an existing connection. It ends the server
// after each.
void measure_start(const char *address, const char *name, struct start *start);

// Kills the server, and returns the time until the next one, which the bus starts, has replied.
uint64_t measure_restart(struct server *server);

// SPDX-License-Identifier: MIT
// Cold start: from asking for a name that nobody owns to the answer, with the bus starting its owner meanwhile.
#pragma once

#include "series.h"

struct start {
    struct series busctl, call;
};

// One round for a server, by `busctl call` as a whole, then by a call of a connection that is there already. The server
// is ended after each.
void measure_start(const char *address, const char *name, struct start *start);

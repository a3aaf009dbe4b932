// SPDX-License-Identifier: MIT
// The scenarios. `once` performs one repetition and returns its nanoseconds. The client does the same for every server.
#pragma once

#include "server.h"

struct scenario {
    void (*begin)(struct server *);
    uint64_t (*once)(struct server *);
    void (*end)(struct server *);
};

extern const struct scenario echo, two_echoes, report, own_report, get_all, answer, own_answer;

// Creates ReportNewIncomingCall of a new call, which becomes the present one; and ends the present call.
sd_bus_message *next_report(struct server *server);
void end_call(struct server *server, const char *reason);

// Reports a call of the provider that is in this state already. It does not become the present one.
void report_existing(struct server *server, const char *state);

// Gives the other side of the present call another name.
void rename_call(struct server *server, const char *name);

// Creates ReportExistingCall without its last argument, a{sv}, for a new call, which becomes the present one.
sd_bus_message *next_existing(struct server *server);

// Subscribes a watcher and lets a call ring.
void ring(struct server *server);
// Fills the registry: `providers` on four connections, with `calls` held calls each. The connections stay.
void fill(struct server *server, unsigned providers, unsigned calls);
// The number of messages on the bus for one answer, including replies and signals.
unsigned messages_of_answer(struct server *server);
// Ends the benchmark unless GetAll of a call has the same keys and types at both servers, and texts of similar length.
void compare_properties(struct server *floor, struct server *service);

// SPDX-License-Identifier: MIT
// Apps with the library: one process `library-benchmark` each.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

struct library {
    pid_t pid;
    FILE *orders, *answers;
};

// Returns when its provider, `identifier`, is registered with the service on that bus. `framework` is `callkit` or
// `livecommunicationkit`.
void start_library(
    struct library *library, const char *program, const char *framework, const char *address, const char *identifier);
// Makes the app perform the scenario `times` times; `nsec` gets the nanoseconds of each.
void measure_library(struct library *library, const char *scenario, uint64_t nsec[], unsigned times);

// SPDX-License-Identifier: MIT
// Measurements in rounds, and what is said about them.
#pragma once

#include <stdint.h>

#define MOST_ROUNDS 64

struct series {
    unsigned rounds;
    double p50[MOST_ROUNDS], p99[MOST_ROUNDS];  // of each round, in µs
    double busy[MOST_ROUNDS];                   // µs of the server on a processor, for each time
    double client[MOST_ROUNDS];                 // and of the client
};

// Two numbers: of the middle, and of the slow ones.
struct pair {
    double p50, p99;
};

// Adds a round; sorts `nsec`. What server and client were busy with it, in nanoseconds.
void add_round(
    struct series *series, uint64_t nsec[], unsigned count, uint64_t busy_nsec, uint64_t client_nsec);
double median(const double values[], unsigned count);
// The median of the rounds.
struct pair latency(const struct series *series);
// The median of the rounds' ratios: both were measured in the same round, so what slowed the machine down in it slowed
// both down.
struct pair ratio(const struct series *series, const struct series *base);
// The same of what a round took longer, in µs.
struct pair difference(const struct series *series, const struct series *base);

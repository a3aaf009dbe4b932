// SPDX-License-Identifier: MIT
// Measurements in rounds, and their statistics.
#pragma once

#include <stdint.h>

#define MOST_ROUNDS 64

struct series {
    unsigned rounds;
    double p50[MOST_ROUNDS], p99[MOST_ROUNDS];  // of each round, in µs
    double busy[MOST_ROUNDS];                   // processor time of the server in µs, for each repetition
    double client[MOST_ROUNDS];                 // the same of the client
};

// The median and the 99th percentile.
struct pair {
    double p50, p99;
};

// Adds a round; sorts `nsec`. `busy_nsec` and `client_nsec` are processor times.
void add_round(
    struct series *series, uint64_t nsec[], unsigned count, uint64_t busy_nsec, uint64_t client_nsec);
double median(const double values[], unsigned count);
// The median of the rounds.
struct pair latency(const struct series *series);
// The median of the ratios of the rounds. Both were measured in the same round, so a slow machine was slow for both.
struct pair ratio(const struct series *series, const struct series *base);
// The median of the differences of the rounds, in µs.
struct pair difference(const struct series *series, const struct series *base);

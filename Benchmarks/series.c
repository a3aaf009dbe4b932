// SPDX-License-Identifier: MIT

#include "series.h"

#include <stdlib.h>
#include <string.h>

static int by_time(const void *a, const void *b) {
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

static int by_value(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

void add_round(
    struct series *series, uint64_t nsec[], unsigned count, uint64_t busy_nsec, uint64_t client_nsec) {
    qsort(nsec, count, sizeof *nsec, by_time);
    series->p50[series->rounds] = (double)nsec[count / 2] / 1000;
    series->p99[series->rounds] = (double)nsec[count * 99 / 100] / 1000;
    series->busy[series->rounds] = (double)busy_nsec / 1000 / count;
    series->client[series->rounds] = (double)client_nsec / 1000 / count;
    series->rounds++;
}

double median(const double values[], unsigned count) {
    double sorted[MOST_ROUNDS];
    if (count == 0) return 0;
    memcpy(sorted, values, count * sizeof *values);
    qsort(sorted, count, sizeof *sorted, by_value);
    return count % 2 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

struct pair latency(const struct series *series) {
    return (struct pair){median(series->p50, series->rounds), median(series->p99, series->rounds)};
}

struct pair ratio(const struct series *series, const struct series *base) {
    double p50[MOST_ROUNDS], p99[MOST_ROUNDS];
    for (unsigned i = 0; i < series->rounds; i++) {
        p50[i] = series->p50[i] / base->p50[i];
        p99[i] = series->p99[i] / base->p99[i];
    }
    return (struct pair){median(p50, series->rounds), median(p99, series->rounds)};
}

struct pair difference(const struct series *series, const struct series *base) {
    double p50[MOST_ROUNDS], p99[MOST_ROUNDS];
    for (unsigned i = 0; i < series->rounds; i++) {
        p50[i] = series->p50[i] - base->p50[i];
        p99[i] = series->p99[i] - base->p99[i];
    }
    return (struct pair){median(p50, series->rounds), median(p99, series->rounds)};
}

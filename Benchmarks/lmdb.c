// SPDX-License-Identifier: MIT
//
// A list of numbers in LMDB, beside directory-benchmark: the same numbers, and lookups of which half find one.
//
//   lmdb FOLDER NUMBERS

#include <errno.h>
#include <lmdb.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define LOOKUPS 20000
#define MAP_SIZE (4ul << 30)

static void check(int result, const char *what) {
    if (result == MDB_SUCCESS) return;
    fprintf(stderr, "lmdb: %s: %s\n", what, mdb_strerror(result));
    exit(1);
}

static double now_usec(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static int ascending(const void *one, const void *other) {
    double difference = *(const double *)one - *(const double *)other;
    return (difference > 0) - (difference < 0);
}

// Ascending numbers of about twelve digits, half of them in clusters.
static uint64_t *make_numbers(size_t count) {
    uint64_t *numbers = malloc(count * sizeof *numbers), state = 1, number = 1000000000;
    if (!numbers) check(ENOMEM, "making the numbers");
    for (size_t place = 0; place < count; place++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        numbers[place] = number += (state >> 33) % (place / 1000 % 2 == 0 ? 3 : 80000) + 1;
    }
    return numbers;
}

static void load(MDB_env *environment, MDB_dbi *list, uint64_t numbers[], size_t count) {
    MDB_txn *transaction;
    check(mdb_txn_begin(environment, NULL, 0, &transaction), "beginning a transaction");
    check(mdb_dbi_open(transaction, NULL, MDB_INTEGERKEY, list), "opening the list");
    for (size_t place = 0; place < count; place++) {
        MDB_val key = {sizeof *numbers, &numbers[place]}, nothing = {0, ""};
        check(mdb_put(transaction, *list, &key, &nothing, MDB_APPEND), "adding a number");
    }
    check(mdb_txn_commit(transaction), "committing");
}

// In a transaction of its own.
static double look_up(MDB_env *environment, MDB_dbi list, uint64_t number) {
    double begin = now_usec();
    MDB_txn *transaction;
    MDB_val key = {sizeof number, &number}, value;
    check(mdb_txn_begin(environment, NULL, MDB_RDONLY, &transaction), "beginning a transaction");
    int found = mdb_get(transaction, list, &key, &value);
    if (found != MDB_NOTFOUND) check(found, "looking up");
    mdb_txn_abort(transaction);
    return now_usec() - begin;
}

int main(int argc, char *argv[]) {
    if (argc != 3) return 2;
    size_t count = strtoul(argv[2], NULL, 10);
    if (count == 0) return 2;
    uint64_t *numbers = make_numbers(count);
    MDB_env *environment;
    MDB_dbi list;
    check(mdb_env_create(&environment), "making an environment");
    check(mdb_env_set_mapsize(environment, MAP_SIZE), "the size of the file");
    check(mdb_env_open(environment, argv[1], 0, 0600), argv[1]);
    double begin = now_usec();
    load(environment, &list, numbers, count);
    double seconds = (now_usec() - begin) / 1e6;

    char path[1024];
    struct stat file;
    snprintf(path, sizeof path, "%s/data.mdb", argv[1]);
    if (stat(path, &file) < 0) check(errno, path);

    static double times[LOOKUPS];
    size_t place = 7;
    for (unsigned turn = 0; turn < 2 * LOOKUPS; turn++) {
        place = (place + 7368787) % count;
        // The first half only warms up.
        double time = look_up(environment, list, numbers[place] + turn % 2);
        if (turn >= LOOKUPS) times[turn - LOOKUPS] = time;
    }
    qsort(times, LOOKUPS, sizeof *times, ascending);
    printf("LMDB: load %.0f numbers/s, on disk %.1f MB, lookup p50 %.1f µs, p99 %.1f µs\n", (double)count / seconds,
           (double)file.st_blocks * 512 / 1e6, times[LOOKUPS / 2], times[LOOKUPS * 99 / 100]);
    mdb_env_close(environment);
    free(numbers);
    return 0;
}

// SPDX-License-Identifier: MIT

#include "process.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server.h"

// The sum of the numbers of `keys` (NULL at the end) in a file with lines "Key: number".
static uint64_t sum_in(const char *path, const char *const keys[]) {
    char line[256];
    uint64_t sum = 0;
    FILE *file = fopen(path, "re");
    if (!file) fail("a process has ended");
    while (fgets(line, sizeof line, file))
        for (const char *const *key = keys; *key; key++)
            if (strncmp(line, *key, strlen(*key)) == 0) sum += strtoull(line + strlen(*key), NULL, 10);
    fclose(file);
    return sum;
}

static unsigned number_in(const char *path, const char *key) {
    return (unsigned)sum_in(path, (const char *const[]){key, NULL});
}

struct memory memory_of(pid_t pid) {
    char status[64], pages[64];
    snprintf(status, sizeof status, "/proc/%d/status", pid);
    snprintf(pages, sizeof pages, "/proc/%d/smaps_rollup", pid);
    return (struct memory){
        .threads = number_in(status, "Threads:"),
        .resident_kib = number_in(status, "VmRSS:"),
        .private_kib =
            (unsigned)sum_in(pages, (const char *const[]){"Private_Clean:", "Private_Dirty:", NULL}),
        .anonymous_kib = number_in(pages, "Anonymous:"),
    };
}

uint64_t switches_of(pid_t pid) {
    char path[512];
    uint64_t switches = 0;
    snprintf(path, sizeof path, "/proc/%d/task", pid);
    DIR *threads = opendir(path);
    if (!threads) fail("a process has ended");
    for (struct dirent *thread; (thread = readdir(threads));) {
        if (thread->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "/proc/%d/task/%s/status", pid, thread->d_name);
        switches += sum_in(path, (const char *const[]){"voluntary_ctxt_switches:", "nonvoluntary_ctxt_switches:", NULL});
    }
    closedir(threads);
    return switches;
}

// The clock also counts threads that have ended.
uint64_t busy_nsec_of(pid_t pid) {
    clockid_t clock;
    struct timespec busy;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &busy) < 0) fail("a process has ended");
    return (uint64_t)busy.tv_sec * 1000000000 + (uint64_t)busy.tv_nsec;
}

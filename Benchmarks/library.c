// SPDX-License-Identifier: MIT

#define _GNU_SOURCE  // pipe2

#include "library.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server.h"

extern char **environ;

// Makes a pipe. The child gets one end as its `standard` descriptor; this process opens the other with `mode`.
static FILE *share_pipe(posix_spawn_file_actions_t *actions, int standard, const char *mode, int *theirs) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0) check(-errno, "making a pipe");
    *theirs = ends[standard];
    check(-posix_spawn_file_actions_adddup2(actions, *theirs, standard), "starting an app");
    FILE *ours = fdopen(ends[1 - standard], mode);
    if (!ours) check(-errno, "making a pipe");
    return ours;
}

void start_library(
    struct library *library, const char *program, const char *framework, const char *address, const char *identifier) {
    const char *arguments[] = {program, framework, identifier, NULL};
    char answer[16];
    int input, output;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    library->orders = share_pipe(&actions, STDIN_FILENO, "we", &input);
    library->answers = share_pipe(&actions, STDOUT_FILENO, "re", &output);
    if (setenv("MONKEYCALL_BUS", address, 1) < 0) check(-errno, "starting an app");
    check(-posix_spawn(&library->pid, program, &actions, NULL, (char *const *)arguments, environ), "starting an app");
    posix_spawn_file_actions_destroy(&actions);
    close(input);
    close(output);
    if (!fgets(answer, sizeof answer, library->answers) || strcmp(answer, "ready\n") != 0)
        fail("an app is not registered");
}

void measure_library(struct library *library, const char *scenario, uint64_t nsec[], unsigned times) {
    fprintf(library->orders, "%s %u\n", scenario, times);
    fflush(library->orders);
    for (unsigned i = 0; i < times; i++)
        if (fscanf(library->answers, "%" SCNu64, &nsec[i]) != 1) fail("an app has ended");
}

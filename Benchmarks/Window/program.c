// SPDX-License-Identifier: MIT

#include "program.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process.h"
#include "screen.h"
#include "server.h"

extern char **environ;

const char *log_path = "/dev/null";

uint64_t start(struct program *program, const char *address, uint64_t *busy_nsec) {
    const char *arguments[] = {program->path, program->arguments[0], program->arguments[1], program->arguments[2], NULL};
    posix_spawn_file_actions_t actions;
    setenv("DBUS_SESSION_BUS_ADDRESS", address, 1);
    setenv("DBUS_SYSTEM_BUS_ADDRESS", address, 1);
    check(-posix_spawn_file_actions_init(&actions), "starting a window");
    check(
        -posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log_path, O_WRONLY | O_APPEND | O_CREAT, 0600),
        "starting a window");
    remember_screen();
    uint64_t begin = now_nsec();
    check(
        -posix_spawn(&program->pid, program->path, &actions, NULL, (char *const *)arguments, environ),
        "starting a window");
    uint64_t shown = wait_for_change(FRAME_PIXELS);
    if (busy_nsec) *busy_nsec += busy_nsec_of(program->pid);
    posix_spawn_file_actions_destroy(&actions);
    return shown - begin;
}

void stop(struct program *program) {
    remember_screen();
    if (kill(program->pid, SIGTERM) < 0) fail("a window has ended by itself");
    wait_for_change(FRAME_PIXELS);
    waitpid(program->pid, NULL, 0);
}

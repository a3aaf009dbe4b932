// SPDX-License-Identifier: MIT

#include "start.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "contract.h"
#include "server.h"

extern char **environ;

static int name_is_lost(sd_bus_message *message, void *lost, sd_bus_error *error) {
    const char *name, *old_owner, *new_owner;
    check(sd_bus_message_read(message, "sss", &name, &old_owner, &new_owner), "reading NameOwnerChanged");
    if (*new_owner == '\0') *(bool *)lost = true;
    return 0;
}

// Ends the owner of the name, if there is one, and returns when the bus has released the name.
static void stop(sd_bus *bus, const char *name, int signal) {
    char rule[256];
    bool lost = false;
    sd_bus_slot *slot = NULL;
    snprintf(
        rule, sizeof rule, "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='%s'", name);
    check(sd_bus_add_match(bus, &slot, rule, name_is_lost, &lost), "watching a name");
    if (kill(owner_of(bus, name), signal) < 0) fail("cannot end a server");
    while (!lost) {
        int r = check(sd_bus_process(bus, NULL), "waiting for a server to end");
        if (r == 0) check(sd_bus_wait(bus, UINT64_MAX), "waiting for a server to end");
    }
    sd_bus_slot_unref(slot);
}

// ListCalls, not a ping: before it replies the server must check the caller.
static uint64_t by_busctl(const char *address, const char *name) {
    char option[512];
    snprintf(option, sizeof option, "--address=%s", address);
    const char *arguments[] = {"busctl",     option,            "--quiet",   "call", name,
                               MANAGER_PATH, MANAGER_INTERFACE, "ListCalls", NULL};
    pid_t pid;
    int status;
    uint64_t start = now_nsec();
    if (posix_spawnp(&pid, "busctl", NULL, NULL, (char *const *)arguments, environ) != 0) fail("cannot run busctl");
    if (waitpid(pid, &status, 0) < 0 || status != 0) fail("busctl got no reply");
    return now_nsec() - start;
}

void measure_start(const char *address, const char *name, struct start *start) {
    sd_bus *bus = connect_to(address);
    uint64_t nsec = by_busctl(address, name);
    add_round(&start->busctl, &nsec, 1, 0, 0);
    stop(bus, name, SIGTERM);

    struct server server = {.name = name};
    nsec = timed(bus, method(&server, bus, MANAGER_PATH, MANAGER_INTERFACE, "ListCalls"));
    add_round(&start->call, &nsec, 1, 0, 0);
    stop(bus, name, SIGTERM);
    sd_bus_flush_close_unref(bus);
}

uint64_t measure_restart(struct server *server) {
    sd_bus *bus = connect_to(server->address);
    stop(bus, server->name, SIGKILL);
    uint64_t nsec = timed(bus, method(server, bus, MANAGER_PATH, MANAGER_INTERFACE, "ListProviders"));
    server->pid = owner_of(bus, server->name);
    sd_bus_flush_close_unref(bus);
    return nsec;
}

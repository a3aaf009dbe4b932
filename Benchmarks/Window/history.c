// SPDX-License-Identifier: MIT

#include "history.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "calls.h"
#include "contract.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
// The service keeps a thousand ended calls until the directory has taken them.
#define BATCH 500
#define PATIENCE_NSEC 30000000000

static const char *const names[] = {"Ada Lovelace", "Grace Hopper", "Charles Babbage", "Zoë Müller", "Иван Петров"};

void start_directory(const struct server *server) {
    check(
        sd_bus_call_method(
            server->subscriber, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
            "StartServiceByName", NULL, NULL, "su", DIRECTORY_NAME, 0),
        "starting the directory");
}

static void call(struct server *server, unsigned number) {
    char handle[32], name[64];
    snprintf(handle, sizeof handle, "+49 30 %u", 1000000 + number);
    snprintf(name, sizeof name, "%s %u", names[number % COUNT(names)], number);
    sd_bus_message *report = next_existing(server);
    check(
        sd_bus_message_append(
            report, "a{sv}", 4, "RemoteHandle", "(ss)", "phone-number", handle, "LocalizedCallerName", "s", name, "State",
            "s", "held", "Outgoing", "b", number % 3 == 0),
        "ReportExistingCall");
    request(server->provider, report);
    end_call(server, "remote-ended");
}

// The history has the present call of the server.
static bool is_recorded(struct server *server) {
    sd_bus_message *reply = NULL;
    sd_bus_error error = SD_BUS_ERROR_NULL;
    const char *key, *uuid;
    bool found = false;
    int result = sd_bus_call_method(
        server->subscriber, DIRECTORY_NAME, "/org/monkeycall/Directory", DIRECTORY_NAME ".History", "List", &error, &reply,
        "a{sv}tu", 0, (uint64_t)0, 1);
    if (result < 0) fail(error.message);
    check(sd_bus_message_enter_container(reply, 'a', "a{sv}"), "reading the history");
    if (check(sd_bus_message_enter_container(reply, 'a', "{sv}"), "reading the history") > 0)
        while (!found && check(sd_bus_message_enter_container(reply, 'e', "sv"), "reading the history") > 0) {
            check(sd_bus_message_read(reply, "s", &key), "reading the history");
            if (strcmp(key, "Call") == 0) {
                check(sd_bus_message_read(reply, "v", "s", &uuid), "reading the history");
                found = strcmp(uuid, server->call) == 0;
            } else {
                check(sd_bus_message_skip(reply, "v"), "reading the history");
            }
            check(sd_bus_message_exit_container(reply), "reading the history");
        }
    sd_bus_message_unref(reply);
    return found;
}

void fill_history(struct server *server, unsigned calls) {
    for (unsigned number = 0; number < calls; number++) {
        call(server, number);
        if ((number + 1) % BATCH != 0 && number + 1 != calls) continue;
        uint64_t deadline = now_nsec() + PATIENCE_NSEC;
        while (!is_recorded(server)) {
            if (now_nsec() > deadline) fail("the directory has not recorded the calls");
            usleep(1000);
        }
    }
    settle(server);
}

// SPDX-License-Identifier: MIT
// One of the servers that are compared, and this process' three connections to it.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include <systemd/sd-bus.h>

struct server {
    const char *label;    // for people
    const char *address;  // of its bus
    const char *name;     // on that bus
    pid_t pid;

    sd_bus *provider;    // the app that carries the calls
    sd_bus *shell;       // the one who answers them
    sd_bus *subscriber;  // the one who watches them

    char call[37];        // the call at hand
    char call_path[128];  // and its object
    bool done;            // what is measured has arrived
    bool awaits_audio;    // and that is that the app has the audio, not that the watcher sees the call active
    unsigned received;    // messages since somebody set it to 0, those that were waited for by `request` excepted
};

// Whatever does not work ends the benchmark: there is no result then.
int check(int result, const char *what);
_Noreturn void fail(const char *what);

uint64_t now_nsec(void);

sd_bus *connect_to(const char *address);
// Connects all three; the server is activated by the bus if it does not run.
void connect_server(struct server *server);
pid_t owner_of(sd_bus *bus, const char *name);

// A call of the server; its arguments follow by sd_bus_message_append.
sd_bus_message *method(
    const struct server *server, sd_bus *from, const char *path, const char *interface, const char *member);
// Sends and waits for the reply; the nanoseconds that this took.
uint64_t timed(sd_bus *from, sd_bus_message *call);
void request(sd_bus *from, sd_bus_message *call);
// Sends; `reply`, if any, is called in `wait_until_done`.
void request_later(struct server *server, sd_bus *from, sd_bus_message *call, sd_bus_message_handler_t reply);

// Serves the three connections in one loop until `done`.
void wait_until_done(struct server *server);
// Returns when everything the server has sent so far is received and handled.
void settle(struct server *server);

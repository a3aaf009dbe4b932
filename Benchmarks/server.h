// SPDX-License-Identifier: MIT
// One of the compared servers, and the three connections of this process to it.
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
    sd_bus *shell;       // answers them
    sd_bus *subscriber;  // watches them

    char call[37];        // the present call
    char call_path[128];  // and its object
    bool done;            // the awaited message has arrived
    bool awaits_audio;    // the awaited message is DidActivateAudioSession, not PropertiesChanged
    unsigned received;    // messages since the last reset to 0, without the replies to `request`
};

// An error ends the benchmark without a result.
int check(int result, const char *what);
_Noreturn void fail(const char *what);

uint64_t now_nsec(void);

sd_bus *connect_to(const char *address);
// Connects all three; the bus starts the server if it does not run.
void connect_server(struct server *server);
pid_t owner_of(sd_bus *bus, const char *name);

// Creates a method call to the server; append its arguments with sd_bus_message_append.
sd_bus_message *method(
    const struct server *server, sd_bus *from, const char *path, const char *interface, const char *member);
// Sends, waits for the reply, and returns the nanoseconds.
uint64_t timed(sd_bus *from, sd_bus_message *call);
void request(sd_bus *from, sd_bus_message *call);
// Sends without waiting; `wait_until_done` calls `reply` when the reply arrives.
void request_later(struct server *server, sd_bus *from, sd_bus_message *call, sd_bus_message_handler_t reply);

// Serves the three connections in one loop until `done`.
void wait_until_done(struct server *server);
// Returns when all earlier messages of the server are received and handled.
void settle(struct server *server);

// SPDX-License-Identifier: MIT

#include "server.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "contract.h"

#define PATIENCE_USEC 30000000
#define COUNT(array) (sizeof(array) / sizeof *(array))

int check(int result, const char *what) {
    if (result >= 0) return result;
    fprintf(stderr, "benchmark: %s: %s\n", what, strerror(-result));
    exit(1);
}

void fail(const char *what) {
    fprintf(stderr, "benchmark: %s\n", what);
    exit(1);
}

uint64_t now_nsec(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

sd_bus *connect_to(const char *address) {
    sd_bus *bus = NULL;
    check(sd_bus_new(&bus), "making a connection");
    check(sd_bus_set_address(bus, address), "the address of the bus");
    check(sd_bus_set_bus_client(bus, 1), "making a connection");
    check(sd_bus_start(bus), "connecting to the bus");
    check(sd_bus_get_unique_name(bus, &(const char *){NULL}), "connecting to the bus");
    return bus;
}

pid_t owner_of(sd_bus *bus, const char *name) {
    sd_bus_message *reply = NULL;
    uint32_t pid;
    check(
        sd_bus_call_method(
            bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
            NULL, &reply, "s", name),
        "asking for the process of a server");
    check(sd_bus_message_read(reply, "u", &pid), "asking for the process of a server");
    sd_bus_message_unref(reply);
    return (pid_t)pid;
}

sd_bus_message *method(
    const struct server *server, sd_bus *from, const char *path, const char *interface, const char *member) {
    sd_bus_message *call = NULL;
    check(sd_bus_message_new_method_call(from, &call, server->name, path, interface, member), member);
    return call;
}

uint64_t timed(sd_bus *from, sd_bus_message *call) {
    sd_bus_error error = SD_BUS_ERROR_NULL;
    uint64_t start = now_nsec();
    int r = sd_bus_call(from, call, PATIENCE_USEC, &error, NULL);
    uint64_t end = now_nsec();
    if (r < 0) {
        fprintf(stderr, "benchmark: %s: %s\n", sd_bus_message_get_member(call), error.message);
        exit(1);
    }
    sd_bus_message_unref(call);
    return end - start;
}

void request(sd_bus *from, sd_bus_message *call) { timed(from, call); }

void request_later(struct server *server, sd_bus *from, sd_bus_message *call, sd_bus_message_handler_t reply) {
    check(sd_bus_call_async(from, NULL, call, reply, server, PATIENCE_USEC), sd_bus_message_get_member(call));
    sd_bus_message_unref(call);
}

static void process(sd_bus *bus) {
    while (check(sd_bus_process(bus, NULL), "receiving") > 0) continue;
}

void wait_until_done(struct server *server) {
    sd_bus *buses[] = {server->provider, server->shell, server->subscriber};
    struct pollfd polls[COUNT(buses)];
    while (!server->done) {
        for (size_t i = 0; i < COUNT(buses); i++)
            polls[i] = (struct pollfd){
                .fd = check(sd_bus_get_fd(buses[i]), "the connection"),
                .events = (short)check(sd_bus_get_events(buses[i]), "the connection"),
            };
        if (poll(polls, COUNT(polls), PATIENCE_USEC / 1000) <= 0) fail("the expected message has not arrived");
        for (size_t i = 0; i < COUNT(buses); i++)
            if (polls[i].revents) process(buses[i]);
    }
}

// The server sends in order, so with this reply all earlier messages are here too.
void settle(struct server *server) {
    sd_bus *buses[] = {server->provider, server->shell, server->subscriber};
    for (size_t i = 0; i < COUNT(buses); i++) {
        request(buses[i], method(server, buses[i], MANAGER_PATH, "org.freedesktop.DBus.Peer", "Ping"));
        process(buses[i]);
    }
}

static int reply_to_fulfill(sd_bus_message *message, void *data, sd_bus_error *error) {
    struct server *server = data;
    if (sd_bus_message_is_method_error(message, NULL)) fail("FulfillAction was refused");
    server->received++;
    return 1;
}

// The app answers the call at once.
static int provider_hears(sd_bus_message *message, void *data, sd_bus_error *error) {
    struct server *server = data;
    const char *identifier, *action;
    server->received++;
    if (server->awaits_audio && sd_bus_message_is_signal(message, MANAGER_INTERFACE, "DidActivateAudioSession"))
        server->done = true;
    if (!sd_bus_message_is_signal(message, MANAGER_INTERFACE, "PerformAnswerCallAction")) return 0;
    check(sd_bus_message_read(message, "ss", &identifier, &action), "reading PerformAnswerCallAction");
    sd_bus_message *fulfill = method(server, server->provider, MANAGER_PATH, MANAGER_INTERFACE, "FulfillAction");
    check(sd_bus_message_append(fulfill, "sa{sv}", action, 0), "FulfillAction");
    request_later(server, server->provider, fulfill, reply_to_fulfill);
    return 0;
}

static int shell_hears(sd_bus_message *message, void *data, sd_bus_error *error) {
    struct server *server = data;
    server->received++;
    return 0;
}

// Whether this message announces that the call is active.
static bool says_active(sd_bus_message *message) {
    const char *interface, *key, *state;
    check(sd_bus_message_read(message, "s", &interface), "reading PropertiesChanged");
    if (strcmp(interface, CALL_INTERFACE) != 0) return false;
    check(sd_bus_message_enter_container(message, 'a', "{sv}"), "reading PropertiesChanged");
    while (check(sd_bus_message_enter_container(message, 'e', "sv"), "reading PropertiesChanged") > 0) {
        check(sd_bus_message_read(message, "s", &key), "reading PropertiesChanged");
        if (strcmp(key, "State") == 0) {
            check(sd_bus_message_read(message, "v", "s", &state), "reading PropertiesChanged");
            return strcmp(state, "active") == 0;
        }
        check(sd_bus_message_skip(message, "v"), "reading PropertiesChanged");
        check(sd_bus_message_exit_container(message), "reading PropertiesChanged");
    }
    return false;
}

static int subscriber_hears(sd_bus_message *message, void *data, sd_bus_error *error) {
    struct server *server = data;
    server->received++;
    if (sd_bus_message_is_signal(message, "org.freedesktop.DBus.Properties", "PropertiesChanged") &&
        says_active(message))
        server->done = true;
    return 0;
}

void connect_server(struct server *server) {
    server->provider = connect_to(server->address);
    server->shell = connect_to(server->address);
    server->subscriber = connect_to(server->address);

    sd_bus_message *registration =
        method(server, server->provider, MANAGER_PATH, MANAGER_INTERFACE, "RegisterProvider");
    check(
        sd_bus_message_append(
            registration, "sa{sv}", PROVIDER, 2, "LocalizedName", "s", "Benchmark", "MaximumCallGroups", "u", 64),
        "RegisterProvider");
    request(server->provider, registration);
    server->pid = owner_of(server->provider, server->name);
    settle(server);

    check(sd_bus_add_filter(server->provider, NULL, provider_hears, server), "listening");
    check(sd_bus_add_filter(server->shell, NULL, shell_hears, server), "listening");
    check(sd_bus_add_filter(server->subscriber, NULL, subscriber_hears, server), "listening");
}

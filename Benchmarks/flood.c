// SPDX-License-Identifier: MIT

#include "flood.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "contract.h"

#define QUEUED 20000
#define UNREAD 16000
#define APPS 250

const char *const flood_names[FLOODS] = {
    "20,000 calls of one connection",
    "16,000 requests whose replies are not read",
    "250 apps that join and leave",
};
const char *const flood_keys[FLOODS] = {"queued-calls", "unread-replies", "coming-and-going"};

// The bus handles the messages of a connection in order, so when it replies it has handled all earlier ones.
static void catch_up(sd_bus *bus) {
    check(
        sd_bus_call_method(
            bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId", NULL, NULL, NULL),
        "catching up with the bus");
}

// The server is stopped, so only the bus answers.
static void send_many(
    const struct server *server, sd_bus *bus, unsigned count, const char *interface, const char *member,
    bool wants_reply) {
    for (unsigned i = 0; i < count; i++) {
        sd_bus_message *call = method(server, bus, MANAGER_PATH, interface, member);
        check(sd_bus_message_set_expect_reply(call, wants_reply), member);
        check(sd_bus_send(bus, call, NULL), member);
        sd_bus_message_unref(call);
    }
    catch_up(bus);
}

// The time until a client that calls last gets its reply.
static uint64_t go_on(struct server *server) {
    sd_bus_message *call = method(server, server->shell, MANAGER_PATH, MANAGER_INTERFACE, "ListProviders");
    check(kill(server->pid, SIGCONT), "letting the server go on");
    return timed(server->shell, call);
}

static void stop(struct server *server) { check(kill(server->pid, SIGSTOP), "stopping the server"); }

static uint64_t queue(
    struct server *server, unsigned count, const char *interface, const char *member, bool wants_reply) {
    sd_bus *flooder = connect_to(server->address);
    stop(server);
    send_many(server, flooder, count, interface, member, wants_reply);
    uint64_t nsec = go_on(server);
    sd_bus_close_unref(flooder);
    return nsec;
}

// All apps connect, subscribe and register at once; later all leave at once.
static uint64_t join_and_leave(struct server *server) {
    sd_bus *apps[APPS];
    for (unsigned i = 0; i < APPS; i++) apps[i] = connect_to(server->address);
    stop(server);
    for (unsigned i = 0; i < APPS; i++) {
        char identifier[64];
        snprintf(identifier, sizeof identifier, PROVIDER ".Guest%u", i);
        sd_bus_message *call = method(server, apps[i], MANAGER_PATH, MANAGER_INTERFACE, "RegisterProvider");
        check(sd_bus_message_append(call, "sa{sv}", identifier, 0), "RegisterProvider");
        check(sd_bus_send(apps[i], call, NULL), "RegisterProvider");
        sd_bus_message_unref(call);
        send_many(server, apps[i], 1, MANAGER_INTERFACE, "Subscribe", true);
    }
    uint64_t nsec = go_on(server);
    settle(server);
    stop(server);
    for (unsigned i = 0; i < APPS; i++) sd_bus_close_unref(apps[i]);
    return nsec + go_on(server);
}

uint64_t measure_flood(struct server *server, enum flood flood) {
    uint64_t nsec = 0;
    switch (flood) {
        case QUEUED_CALLS: nsec = queue(server, QUEUED, MANAGER_INTERFACE, "ListCalls", false); break;
        case UNREAD_REPLIES:
            nsec = queue(server, UNREAD, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", true);
            break;
        case COMING_AND_GOING: nsec = join_and_leave(server); break;
        case FLOODS: break;
    }
    settle(server);
    return nsec;
}

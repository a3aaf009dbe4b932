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

// The bus handles the messages of a connection in order, so after its reply it has handled those before.
static void catch_up(sd_bus *bus) {
    check(
        sd_bus_call_method(
            bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId", NULL, NULL, NULL),
        "catching up with the bus");
}

static void send_many(
    const struct server *server, sd_bus *bus, unsigned count, const char *interface, const char *member,
    bool wants_reply) {
    for (unsigned i = 0; i < count; i++) {
        sd_bus_message *call = method(server, bus, MANAGER_PATH, interface, member);
        check(sd_bus_message_set_expect_reply(call, wants_reply), member);
        check(sd_bus_send(bus, call, NULL), member);
        sd_bus_message_unref(call);
    }
    check(sd_bus_flush(bus), "flooding");
    if (!wants_reply) catch_up(bus);
}

// All join, watch and register; only then all leave.
static void join_and_leave(const struct server *server) {
    sd_bus *apps[APPS];
    for (unsigned i = 0; i < APPS; i++) apps[i] = connect_to(server->address);
    for (unsigned i = 0; i < APPS; i++) {
        char identifier[64];
        snprintf(identifier, sizeof identifier, PROVIDER ".Guest%u", i);
        send_many(server, apps[i], 1, MANAGER_INTERFACE, "Subscribe", true);
        sd_bus_message *call = method(server, apps[i], MANAGER_PATH, MANAGER_INTERFACE, "RegisterProvider");
        check(sd_bus_message_append(call, "sa{sv}", identifier, 0), "RegisterProvider");
        check(sd_bus_send(apps[i], call, NULL), "RegisterProvider");
        check(sd_bus_flush(apps[i]), "RegisterProvider");
        sd_bus_message_unref(call);
    }
    for (unsigned i = 0; i < APPS; i++) sd_bus_close_unref(apps[i]);
}

// The server handles the calls as they come, except for those of one connection, which are all there before it begins.
uint64_t measure_flood(struct server *server, enum flood flood) {
    sd_bus *flooder = connect_to(server->address);
    switch (flood) {
        case QUEUED_CALLS:
            check(kill(server->pid, SIGSTOP), "stopping the server");
            send_many(server, flooder, QUEUED, MANAGER_INTERFACE, "ListCalls", false);
            check(kill(server->pid, SIGCONT), "letting the server go on");
            break;
        case UNREAD_REPLIES:
            send_many(server, flooder, UNREAD, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", true);
            break;
        case COMING_AND_GOING: join_and_leave(server); break;
        case FLOODS: break;
    }
    uint64_t nsec =
        timed(server->shell, method(server, server->shell, MANAGER_PATH, MANAGER_INTERFACE, "ListProviders"));
    sd_bus_close_unref(flooder);
    settle(server);
    return nsec;
}

// SPDX-License-Identifier: MIT
//
// The floor: it has the name of ModemManager and one modem, as monkeycall-modem-front does, and one call, which it
// makes and ends itself. It does nothing else: no app, no service, no bridge, no check.

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "../server.h"
#include "program.h"

#define NAME "org.freedesktop.ModemManager1"
#define ROOT "/org/freedesktop/ModemManager1"
#define MODEM ROOT "/Modem/front"
#define CALL NAME ".Call"

enum { RINGING_IN = 3, ACTIVE = 4, ENDED = 7, INCOMING = 1 };

static struct call {
    char path[64];
    const char *number;
    int state, direction, is_conference;
    unsigned count;
    sd_bus_slot *slot;
} call = {.number = CALLER, .direction = INCOMING};

static int zero(
    sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply, void *data,
    sd_bus_error *error) {
    return sd_bus_message_append(reply, "ao", 0);
}

static int quality(
    sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply, void *data,
    sd_bus_error *error) {
    return sd_bus_message_append(reply, "(ub)", 100, true);
}

static struct modem {
    const char *device, *network;
    int state;
    unsigned registration;
} modem = {.device = "monkeycall", .network = "Benchmark", .state = 8, .registration = 1};

static const sd_bus_vtable modem_interface[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_PROPERTY("Device", "s", NULL, offsetof(struct modem, device), SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("State", "i", NULL, offsetof(struct modem, state), SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("SignalQuality", "(ub)", quality, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_VTABLE_END,
};

static const sd_bus_vtable network_interface[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_PROPERTY("OperatorName", "s", NULL, offsetof(struct modem, network), SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("RegistrationState", "u", NULL, offsetof(struct modem, registration), SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_VTABLE_END,
};

static const sd_bus_vtable voice_interface[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_PROPERTY("Calls", "ao", zero, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_SIGNAL("CallAdded", "o", 0),
    SD_BUS_SIGNAL("CallDeleted", "o", 0),
    SD_BUS_VTABLE_END,
};

static void become(sd_bus *bus, int state) {
    int before = call.state;
    call.state = state;
    check(sd_bus_emit_signal(bus, call.path, CALL, "StateChanged", "iiu", before, state, 0), "StateChanged");
}

static int accept_call(sd_bus_message *message, void *data, sd_bus_error *error) {
    say("perform");
    check(sd_bus_reply_method_return(message, ""), "Accept");
    become(sd_bus_message_get_bus(message), ACTIVE);
    return 1;
}

static const sd_bus_vtable call_interface[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_PROPERTY("State", "i", NULL, offsetof(struct call, state), 0),
    SD_BUS_PROPERTY("Direction", "i", NULL, offsetof(struct call, direction), 0),
    SD_BUS_PROPERTY("Number", "s", NULL, offsetof(struct call, number), 0),
    SD_BUS_PROPERTY("Multiparty", "b", NULL, offsetof(struct call, is_conference), 0),
    SD_BUS_METHOD("Accept", "", "", accept_call, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_SIGNAL("StateChanged", "iiu", 0),
    SD_BUS_VTABLE_END,
};

static void ring(sd_bus *bus) {
    snprintf(call.path, sizeof call.path, ROOT "/Call/%u", ++call.count);
    call.state = RINGING_IN;
    check(sd_bus_add_object_vtable(bus, &call.slot, call.path, CALL, call_interface, &call), "the call");
    say("ring");
    check(sd_bus_emit_signal(bus, MODEM, NAME ".Modem.Voice", "CallAdded", "o", call.path), "CallAdded");
}

static void end(sd_bus *bus) {
    say("end");
    become(bus, ENDED);
    check(sd_bus_emit_signal(bus, MODEM, NAME ".Modem.Voice", "CallDeleted", "o", call.path), "CallDeleted");
    call.slot = sd_bus_slot_unref(call.slot);
}

int main(void) {
    sd_bus *bus = NULL;
    check(sd_bus_open_system(&bus), "connecting to the bus");
    check(sd_bus_add_object_manager(bus, NULL, ROOT), "the objects");
    check(sd_bus_add_object_vtable(bus, NULL, MODEM, NAME ".Modem", modem_interface, &modem), "the modem");
    check(sd_bus_add_object_vtable(bus, NULL, MODEM, NAME ".Modem.Modem3gpp", network_interface, &modem), "the network");
    check(sd_bus_add_object_vtable(bus, NULL, MODEM, NAME ".Modem.Voice", voice_interface, &modem), "the voice");
    check(sd_bus_request_name(bus, NAME, 0), "the name of ModemManager; it needs root and the policy of that package");
    check(sd_bus_emit_object_added(bus, MODEM), "announcing the modem");
    return run_program(bus, ring, end);
}

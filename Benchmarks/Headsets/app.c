// SPDX-License-Identifier: MIT
//
// An app in C whose calls go through monkeycalld, the bridge, the front and PipeWire to a headset. It answers at once.

#include <stdio.h>

#include <systemd/sd-id128.h>

#include "../contract.h"
#include "../server.h"
#include "program.h"

static char call[SD_ID128_UUID_STRING_MAX];

static int reply_arrived(sd_bus_message *reply, void *what, sd_bus_error *error) {
    const sd_bus_error *refusal = sd_bus_message_get_error(reply);
    if (!refusal) return 0;
    fprintf(stderr, "headset-app: %s: %s\n", (const char *)what, refusal->message);
    fail("the service refuses");
}

static sd_bus_message *request_to_service(sd_bus *bus, const char *member) {
    sd_bus_message *message = NULL;
    check(sd_bus_message_new_method_call(bus, &message, SERVICE_NAME, MANAGER_PATH, MANAGER_INTERFACE, member), member);
    return message;
}

static void submit(sd_bus *bus, sd_bus_message *message, char *what) {
    check(sd_bus_call_async(bus, NULL, message, reply_arrived, what, 0), what);
    sd_bus_message_unref(message);
}

static void ring(sd_bus *bus) {
    sd_id128_t id;
    check(sd_id128_randomize(&id), "making a UUID");
    sd_id128_to_uuid_string(id, call);
    say("ring");
    sd_bus_message *report = request_to_service(bus, "ReportNewIncomingCall");
    check(
        sd_bus_message_append(
            report, "ssa{sv}", PROVIDER, call, 1, "RemoteHandle", "(ss)", "phone-number", CALLER),
        "ReportNewIncomingCall");
    submit(bus, report, "ReportNewIncomingCall");
}

static void end(sd_bus *bus) {
    say("end");
    sd_bus_message *report = request_to_service(bus, "ReportCallEnded");
    check(sd_bus_message_append(report, "stsa{sv}", call, (uint64_t)0, "remote-ended", 0), "ReportCallEnded");
    submit(bus, report, "ReportCallEnded");
}

static int service_says(sd_bus_message *message, void *data, sd_bus_error *error) {
    const char *provider, *action;
    if (!sd_bus_message_is_signal(message, MANAGER_INTERFACE, "PerformAnswerCallAction")) return 0;
    say("perform");
    sd_bus *bus = sd_bus_message_get_bus(message);
    check(sd_bus_message_read(message, "ss", &provider, &action), "reading PerformAnswerCallAction");
    sd_bus_message *fulfill = request_to_service(bus, "FulfillAction");
    check(sd_bus_message_append(fulfill, "sa{sv}", action, 0), "FulfillAction");
    submit(bus, fulfill, "FulfillAction");
    return 0;
}

int main(void) {
    sd_bus *bus = NULL;
    check(sd_bus_open_system(&bus), "connecting to the bus");
    check(sd_bus_add_filter(bus, NULL, service_says, NULL), "listening");
    sd_bus_error error = SD_BUS_ERROR_NULL;
    check(
        sd_bus_call_method(
            bus, SERVICE_NAME, MANAGER_PATH, MANAGER_INTERFACE, "RegisterProvider", &error, NULL, "sa{sv}", PROVIDER, 1,
            "LocalizedName", "s", "Benchmark"),
        "RegisterProvider");
    return run_program(bus, ring, end);
}

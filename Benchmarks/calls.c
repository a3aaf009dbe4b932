// SPDX-License-Identifier: MIT

#include "calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <systemd/sd-id128.h>

#include "contract.h"

// Messages of a call

static void random_uuid(char text[static 37]) {
    sd_id128_t id;
    check(sd_id128_randomize(&id), "making a UUID");
    const uint8_t *b = id.bytes;
    snprintf(
        text, 37, "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", b[0], b[1], b[2], b[3], b[4],
        b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]);
}

// The next call becomes the present one.
static void next_call(struct server *server) {
    random_uuid(server->call);
    snprintf(server->call_path, sizeof server->call_path, CALLS_PATH "/%s", server->call);
    for (char *c = server->call_path + strlen(CALLS_PATH); *c; c++)
        if (*c == '-') *c = '_';
}

static sd_bus_message *report_of_call(struct server *server) {
    sd_bus_message *call =
        method(server, server->provider, MANAGER_PATH, MANAGER_INTERFACE, "ReportNewIncomingCall");
    check(
        sd_bus_message_append(
            call, "ssa{sv}", PROVIDER, server->call, 3, "RemoteHandle", "(ss)", "phone-number", "+49 30 1234567",
            "LocalizedCallerName", "s", "Ada Lovelace", "HasVideo", "b", 0),
        "ReportNewIncomingCall");
    return call;
}

sd_bus_message *next_report(struct server *server) {
    next_call(server);
    return report_of_call(server);
}

void end_call(struct server *server, const char *reason) {
    sd_bus_message *call = method(server, server->provider, MANAGER_PATH, MANAGER_INTERFACE, "ReportCallEnded");
    check(
        sd_bus_message_append(call, "stsa{sv}", server->call, (uint64_t)0, reason, 0), "ReportCallEnded");
    request(server->provider, call);
}

static void subscribe(struct server *server) {
    request(
        server->subscriber, method(server, server->subscriber, MANAGER_PATH, MANAGER_INTERFACE, "Subscribe"));
}

static void unsubscribe(struct server *server) {
    request(
        server->subscriber, method(server, server->subscriber, MANAGER_PATH, MANAGER_INTERFACE, "Unsubscribe"));
    settle(server);
}

static void nothing(struct server *server) { settle(server); }

// One round trip with a short text

static sd_bus_message *next_echo(struct server *server, sd_bus *from) {
    sd_bus_message *call = method(server, from, MANAGER_PATH, ECHO_INTERFACE, "Echo");
    check(sd_bus_message_append(call, "s", "Is anybody there?"), "Echo");
    return call;
}

static uint64_t echo_once(struct server *server) { return timed(server->shell, next_echo(server, server->shell)); }

// Two round trips, one after the other, by two connections and the loop of `answer`

static int second_echo_is_back(sd_bus_message *message, void *data, sd_bus_error *error) {
    struct server *server = data;
    if (sd_bus_message_is_method_error(message, NULL)) fail("Echo was refused");
    server->done = true;
    return 0;
}

static int first_echo_is_back(sd_bus_message *message, void *data, sd_bus_error *error) {
    struct server *server = data;
    request_later(server, server->provider, next_echo(server, server->provider), second_echo_is_back);
    return 0;
}

static uint64_t two_echoes_once(struct server *server) {
    server->done = false;
    uint64_t start = now_nsec();
    request_later(server, server->shell, next_echo(server, server->shell), first_echo_is_back);
    wait_until_done(server);
    return now_nsec() - start;
}

// ReportNewIncomingCall without a subscriber. The untimed end of the call leaves one call at a time

static uint64_t report_once(struct server *server) {
    uint64_t time = timed(server->provider, next_report(server));
    end_call(server, "remote-ended");
    return time;
}

// The same as an app does it: the call has its UUID, and the message is written when it is needed

static uint64_t own_report_once(struct server *server) {
    next_call(server);
    uint64_t start = now_nsec();
    timed(server->provider, report_of_call(server));
    uint64_t time = now_nsec() - start;
    end_call(server, "remote-ended");
    return time;
}

// Properties.GetAll of a call

static sd_bus_message *next_get_all(struct server *server) {
    sd_bus_message *call =
        method(server, server->subscriber, server->call_path, "org.freedesktop.DBus.Properties", "GetAll");
    check(sd_bus_message_append(call, "s", CALL_INTERFACE), "GetAll");
    return call;
}

static void begin_get_all(struct server *server) { request(server->provider, next_report(server)); }

static uint64_t get_all_once(struct server *server) { return timed(server->subscriber, next_get_all(server)); }

static void end_get_all(struct server *server) {
    end_call(server, "remote-ended");
    unsubscribe(server);
}

// From a shell's Answer through the app that carries the call to the subscriber that sees it active

static int reply_to_answer(sd_bus_message *message, void *data, sd_bus_error *error) {
    struct server *server = data;
    if (sd_bus_message_is_method_error(message, NULL)) fail("Answer was refused");
    server->received++;
    return 1;
}

static uint64_t answer_call(struct server *server) {
    server->done = false;
    server->received = 0;
    uint64_t start = now_nsec();
    request_later(
        server, server->shell, method(server, server->shell, server->call_path, CALL_INTERFACE, "Answer"),
        reply_to_answer);
    wait_until_done(server);
    return now_nsec() - start;
}

static uint64_t answer_once(struct server *server) {
    request(server->provider, next_report(server));
    settle(server);
    uint64_t time = answer_call(server);
    settle(server);
    end_call(server, "remote-ended");
    return time;
}

// The same requested by the app itself, without a subscriber, until it has the audio: like an app with the library, it
// writes each message when it needs it

static uint64_t own_answer_once(struct server *server) {
    request(server->provider, next_report(server));
    settle(server);
    server->done = false;
    server->awaits_audio = true;
    uint64_t start = now_nsec();
    sd_bus_message *call = method(server, server->provider, MANAGER_PATH, MANAGER_INTERFACE, "RequestTransaction");
    check(
        sd_bus_message_append(
            call, "aa{sv}a{sv}", 1, 2, "Action", "s", "answer-call", "Call", "s", server->call, 0),
        "RequestTransaction");
    request_later(server, server->provider, call, reply_to_answer);
    wait_until_done(server);
    uint64_t time = now_nsec() - start;
    server->awaits_audio = false;
    settle(server);
    end_call(server, "remote-ended");
    return time;
}

void ring(struct server *server) {
    subscribe(server);
    request(server->provider, next_report(server));
    settle(server);
}

unsigned messages_of_answer(struct server *server) {
    ring(server);
    answer_call(server);
    settle(server);
    // Plus two: this process sent Answer and FulfillAction.
    unsigned messages = server->received + 2;
    end_call(server, "remote-ended");
    unsubscribe(server);
    return messages;
}

const struct scenario echo = {nothing, echo_once, nothing};
const struct scenario two_echoes = {nothing, two_echoes_once, nothing};
const struct scenario report = {nothing, report_once, nothing};
const struct scenario own_report = {nothing, own_report_once, nothing};
const struct scenario get_all = {begin_get_all, get_all_once, end_get_all};
const struct scenario answer = {subscribe, answer_once, unsubscribe};
const struct scenario own_answer = {nothing, own_answer_once, nothing};

// A full registry

#define FILLERS 4

static void existing_call(struct server *server, sd_bus *app, const char *identifier, const char *state) {
    char uuid[37];
    random_uuid(uuid);
    sd_bus_message *call = method(server, app, MANAGER_PATH, MANAGER_INTERFACE, "ReportExistingCall");
    check(
        sd_bus_message_append(
            call, "ssa{sv}", identifier, uuid, 4, "RemoteHandle", "(ss)", "phone-number", "+49 30 7654321",
            "LocalizedCallerName", "s", "Charles Babbage", "State", "s", state, "Outgoing", "b", 1),
        "ReportExistingCall");
    request(app, call);
}

void report_existing(struct server *server, const char *state) {
    existing_call(server, server->provider, PROVIDER, state);
}

void rename_call(struct server *server, const char *name) {
    sd_bus_message *call = method(server, server->provider, MANAGER_PATH, MANAGER_INTERFACE, "ReportCallUpdated");
    check(
        sd_bus_message_append(call, "sa{sv}", server->call, 1, "LocalizedCallerName", "s", name), "ReportCallUpdated");
    request(server->provider, call);
}

sd_bus_message *next_existing(struct server *server) {
    next_call(server);
    sd_bus_message *call = method(server, server->provider, MANAGER_PATH, MANAGER_INTERFACE, "ReportExistingCall");
    check(sd_bus_message_append(call, "ss", PROVIDER, server->call), "ReportExistingCall");
    return call;
}

static void fill_provider(struct server *server, sd_bus *filler, unsigned number, unsigned calls) {
    char identifier[64];
    snprintf(identifier, sizeof identifier, PROVIDER ".Filler%u", number);
    sd_bus_message *call = method(server, filler, MANAGER_PATH, MANAGER_INTERFACE, "RegisterProvider");
    check(sd_bus_message_append(call, "sa{sv}", identifier, 1, "MaximumCallGroups", "u", 64), "RegisterProvider");
    request(filler, call);
    for (unsigned i = 0; i < calls; i++) existing_call(server, filler, identifier, "held");
}

void fill(struct server *server, unsigned providers, unsigned calls) {
    for (unsigned i = 0; i < FILLERS; i++) {
        sd_bus *filler = connect_to(server->address);
        for (unsigned number = i; number < providers; number += FILLERS) fill_provider(server, filler, number, calls);
        while (check(sd_bus_process(filler, NULL), "receiving") > 0) continue;
    }
}

// Check: the floor sends the same as the service

#define PROPERTIES 64

struct properties {
    unsigned count;
    size_t length;
    char names[PROPERTIES][48];  // name and type
};

static int by_name(const void *a, const void *b) { return strcmp(a, b); }

// The length of all texts in the next value.
static size_t text_length(sd_bus_message *message) {
    size_t length = 0;
    const char *contents, *text;
    char type;
    while (check(sd_bus_message_peek_type(message, &type, &contents), "GetAll") > 0) {
        if (type == 's' || type == 'o') {
            check(sd_bus_message_read_basic(message, type, &text), "GetAll");
            length += strlen(text);
        } else if (type == 'a' || type == 'r') {
            check(sd_bus_message_enter_container(message, type, contents), "GetAll");
            length += text_length(message);
            check(sd_bus_message_exit_container(message), "GetAll");
        } else {
            check(sd_bus_message_skip(message, NULL), "GetAll");
        }
    }
    return length;
}

static struct properties properties_of(struct server *server) {
    struct properties found = {0};
    sd_bus_message *reply = NULL;
    const char *name, *type;
    begin_get_all(server);
    sd_bus_message *call = next_get_all(server);
    check(sd_bus_call(server->subscriber, call, 0, NULL, &reply), "GetAll");
    check(sd_bus_message_enter_container(reply, 'a', "{sv}"), "GetAll");
    while (check(sd_bus_message_enter_container(reply, 'e', "sv"), "GetAll") > 0) {
        check(sd_bus_message_read(reply, "s", &name), "GetAll");
        check(sd_bus_message_peek_type(reply, NULL, &type), "GetAll");
        if (found.count == PROPERTIES) fail("a call has more properties than this program has room for: increase PROPERTIES");
        snprintf(found.names[found.count++], sizeof *found.names, "%s %s", name, type);
        check(sd_bus_message_enter_container(reply, 'v', type), "GetAll");
        found.length += text_length(reply);
        check(sd_bus_message_exit_container(reply), "GetAll");
        check(sd_bus_message_exit_container(reply), "GetAll");
    }
    qsort(found.names, found.count, sizeof *found.names, by_name);
    sd_bus_message_unref(reply);
    sd_bus_message_unref(call);
    end_get_all(server);
    return found;
}

void compare_properties(struct server *floor, struct server *service) {
    struct properties ours = properties_of(floor), theirs = properties_of(service);
    if (ours.count != theirs.count || memcmp(ours.names, theirs.names, sizeof ours.names) != 0)
        fail("a call of the floor has other properties than a call of the service: update Benchmarks/floor.c");
    if (ours.length * 10 < theirs.length * 9 || ours.length * 9 > theirs.length * 10)
        fail("a call of the floor has other values than a call of the service: update Benchmarks/floor.c");
}

// SPDX-License-Identifier: MIT
//
// The floor: a service in C on sd-bus that receives and sends the same messages as monkeycalld, and does nothing else.
// It knows one call, decides nothing, checks no caller and keeps only the state that the messages need. The additional
// time of monkeycalld is the price of the registry, of the arbiter and of Swift.
//
//   floor ADDRESS

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <systemd/sd-bus.h>
#include <systemd/sd-event.h>

#include "contract.h"

#define ACTION "6f1f7a52-6c0e-4a5d-9a3c-2f7d1f0e8b11"
#define TRANSACTION "0c0de6a4-53cb-4f0f-8a0b-6a1b7c9d2e33"
#define DEADLINE_USEC 60000000

// The unique names of the clients.
static char provider[64], subscriber[64], requester[64];

// The only call, laid out for the property getters of sd-bus.
static struct call {
    char *uuid, *provider, *provider_object, *provider_name, *name, *contact, *state, *group, *empty, *pending, *reason;
    char handle_type[32], handle_value[64], path[128], uuid_text[37];
    int yes, no, has_connected, has_audio;
    uint64_t started_at, connected_at, never;
} call = {
    .uuid = "", .provider = PROVIDER, .provider_object = MANAGER_PATH "/providers/1", .provider_name = "Benchmark",
    .name = "", .contact = "", .state = "incoming", .group = "", .empty = "", .pending = "", .reason = "", .yes = 1,
};
static char caller_name[128];

static uint64_t now_usec(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static void remember_sender(sd_bus_message *message, char who[static 64]) {
    snprintf(who, 64, "%s", sd_bus_message_get_sender(message));
}

// Creates a signal to one connection. Append the body, then call `submit`.
static sd_bus_message *signal_to(
    sd_bus *bus, const char *who, const char *path, const char *interface, const char *member) {
    sd_bus_message *signal = NULL;
    if (sd_bus_message_new_signal(bus, &signal, path, interface, member) < 0 ||
        sd_bus_message_set_destination(signal, who) < 0)
        abort();
    return signal;
}

static void submit(sd_bus_message *signal) {
    if (sd_bus_send(NULL, signal, NULL) < 0) abort();
    sd_bus_message_unref(signal);
}

// Echo

static int echo(sd_bus_message *message, void *data, sd_bus_error *error) {
    const char *text;
    int r = sd_bus_message_read(message, "s", &text);
    return r < 0 ? r : sd_bus_reply_method_return(message, "s", text);
}

static const sd_bus_vtable echo_interface[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Echo", "s", "s", echo, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

// Manager

static int register_provider(sd_bus_message *message, void *data, sd_bus_error *error) {
    remember_sender(message, provider);
    return sd_bus_reply_method_return(message, "o", call.provider_object);
}

static int subscribe(sd_bus_message *message, void *data, sd_bus_error *error) {
    remember_sender(message, subscriber);
    return sd_bus_reply_method_return(message, "");
}

static int unsubscribe(sd_bus_message *message, void *data, sd_bus_error *error) {
    subscriber[0] = '\0';
    return sd_bus_reply_method_return(message, "");
}

static int list_calls(sd_bus_message *message, void *data, sd_bus_error *error) {
    return sd_bus_reply_method_return(message, "a(sosss)", 0);
}

// Reads one key of an update, and skips an unknown one.
static int read_update_key(sd_bus_message *message) {
    const char *key, *text, *type;
    int r = sd_bus_message_read(message, "s", &key);
    if (r < 0) return r;
    if (strcmp(key, "RemoteHandle") == 0) {
        if ((r = sd_bus_message_read(message, "v", "(ss)", &type, &text)) < 0) return r;
        snprintf(call.handle_type, sizeof call.handle_type, "%s", type);
        snprintf(call.handle_value, sizeof call.handle_value, "%s", text);
        return r;
    }
    if (strcmp(key, "LocalizedCallerName") == 0) {
        if ((r = sd_bus_message_read(message, "v", "s", &text)) < 0) return r;
        snprintf(caller_name, sizeof caller_name, "%s", text);
        return r;
    }
    return sd_bus_message_skip(message, "v");
}

static int report_incoming(sd_bus_message *message, void *data, sd_bus_error *error) {
    const char *identifier, *uuid;
    int r = sd_bus_message_read(message, "ss", &identifier, &uuid);
    if (r < 0 || (r = sd_bus_message_enter_container(message, 'a', "{sv}")) < 0) return r;
    while ((r = sd_bus_message_enter_container(message, 'e', "sv")) > 0)
        if ((r = read_update_key(message)) < 0 || (r = sd_bus_message_exit_container(message)) < 0) return r;
    if (r < 0) return r;

    snprintf(call.uuid_text, sizeof call.uuid_text, "%s", uuid);
    snprintf(call.path, sizeof call.path, CALLS_PATH "/%s", uuid);
    for (char *c = call.path + strlen(CALLS_PATH); *c; c++)
        if (*c == '-') *c = '_';
    call.uuid = call.group = call.uuid_text;
    call.name = caller_name;
    call.state = "incoming";
    call.pending = call.reason = "";
    call.has_connected = call.has_audio = 0;
    call.started_at = now_usec();
    call.connected_at = 0;
    return sd_bus_reply_method_return(message, "");
}

static int report_ended(sd_bus_message *message, void *data, sd_bus_error *error) {
    const char *uuid, *reason;
    uint64_t at;
    int r = sd_bus_message_read(message, "sts", &uuid, &at, &reason);
    if (r < 0) return r;
    call.path[0] = '\0';
    return sd_bus_reply_method_return(message, "");
}

// After the answer is fulfilled: the messages of monkeycalld in their order.
static void announce_active(sd_bus *bus) {
    sd_bus_message *signal = signal_to(bus, provider, MANAGER_PATH, MANAGER_INTERFACE, "DidActivateAudioSession");
    sd_bus_message_append(
        signal, "sa{sv}", PROVIDER, 3, "Call", "s", call.uuid, "Group", "s", call.group, "Route", "s", "");
    submit(signal);

    signal = signal_to(bus, subscriber, call.path, "org.freedesktop.DBus.Properties", "PropertiesChanged");
    sd_bus_message_append(
        signal, "sa{sv}as", CALL_INTERFACE, 7, "HasConnected", "b", call.has_connected, "State", "s", call.state,
        "HasAudio", "b", call.has_audio, "ConnectedAt", "t", call.connected_at, "Reason", "s", call.reason,
        "PendingAction", "s", "", "AllowedActions", "as", 4, "end-call", "set-held", "set-muted", "play-dtmf", 0);
    submit(signal);

    signal = signal_to(bus, subscriber, MANAGER_PATH, "org.freedesktop.DBus.Properties", "PropertiesChanged");
    sd_bus_message_append(
        signal, "sa{sv}as", AUDIO_INTERFACE, 5, "OwnerGroup", "s", call.group, "OwnerCalls", "as", 1, call.uuid,
        "OwnerProvider", "s", PROVIDER, "Since", "t", call.connected_at, "Reason", "s", call.reason, 0);
    submit(signal);

    signal = signal_to(bus, requester, MANAGER_PATH, MANAGER_INTERFACE, "TransactionCompleted");
    sd_bus_message_append(signal, "sba{sv}", TRANSACTION, 1, 0);
    submit(signal);
}

static int fulfill(sd_bus_message *message, void *data, sd_bus_error *error) {
    const char *action;
    int r = sd_bus_message_read(message, "s", &action);
    if (r < 0 || (r = sd_bus_message_skip(message, "a{sv}")) < 0) return r;
    call.state = "active";
    call.pending = "";
    call.reason = "answered";
    call.has_connected = call.has_audio = 1;
    call.connected_at = now_usec();
    r = sd_bus_reply_method_return(message, "");
    announce_active(sd_bus_message_get_bus(message));
    return r;
}

static const sd_bus_vtable manager_interface[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("RegisterProvider", "sa{sv}", "o", register_provider, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("Subscribe", "", "", subscribe, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("Unsubscribe", "", "", unsubscribe, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("ListCalls", "", "a(sosss)", list_calls, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("ReportNewIncomingCall", "ssa{sv}", "", report_incoming, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("ReportCallEnded", "stsa{sv}", "", report_ended, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("FulfillAction", "sa{sv}", "", fulfill, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

// The call

// After the answer is accepted and delivered: the messages of monkeycalld in their order.
static void announce_answer(sd_bus *bus) {
    sd_bus_message *signal = signal_to(bus, provider, MANAGER_PATH, MANAGER_INTERFACE, "PerformAnswerCallAction");
    sd_bus_message_append(
        signal, "sssa{sv}", PROVIDER, ACTION, call.uuid, 6, "Transaction", "s", TRANSACTION, "Deadline", "t",
        now_usec() + DEADLINE_USEC, "Origin", "s", "other", "Index", "u", 0, "Count", "u", 1, "Actions", "aa{sv}", 1, 3,
        "Action", "s", "answer-call", "Call", "s", call.uuid, "Identifier", "s", ACTION);
    submit(signal);

    signal = signal_to(bus, subscriber, call.path, "org.freedesktop.DBus.Properties", "PropertiesChanged");
    sd_bus_message_append(
        signal, "sa{sv}as", CALL_INTERFACE, 3, "State", "s", call.state, "PendingAction", "s", call.pending,
        "AllowedActions", "as", 3, "end-call", "set-muted", "play-dtmf", 0);
    submit(signal);

    signal = signal_to(bus, subscriber, MANAGER_PATH, "org.freedesktop.DBus.Properties", "PropertiesChanged");
    sd_bus_message_append(
        signal, "sa{sv}as", AUDIO_INTERFACE, 1, "Alert", "s", "none", 0);
    submit(signal);
}

static int answer(sd_bus_message *message, void *data, sd_bus_error *error) {
    remember_sender(message, requester);
    call.state = "connecting";
    call.pending = "answer-call";
    int r = sd_bus_reply_method_return(message, "s", TRANSACTION);
    announce_answer(sd_bus_message_get_bus(message));
    return r;
}

static int get_handle(
    sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply, void *data,
    sd_bus_error *error) {
    return sd_bus_message_append(reply, "(ss)", call.handle_type, call.handle_value);
}

static int get_no_member(
    sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply, void *data,
    sd_bus_error *error) {
    return sd_bus_message_append(reply, "(sss)", "", "", "");
}

static int get_no_members(
    sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply, void *data,
    sd_bus_error *error) {
    return sd_bus_message_append(reply, "a(sss)", 0);
}

static int get_allowed_actions(
    sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply, void *data,
    sd_bus_error *error) {
    return sd_bus_message_append(reply, "as", 3, "answer-call", "end-call", "set-muted");
}

#define CONST(name, type, field) \
    SD_BUS_PROPERTY(name, type, NULL, offsetof(struct call, field), SD_BUS_VTABLE_PROPERTY_CONST)
#define VALUE(name, type, field) \
    SD_BUS_PROPERTY(name, type, NULL, offsetof(struct call, field), SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE)

static const sd_bus_vtable call_interface[] = {
    SD_BUS_VTABLE_START(0),
    CONST("UUID", "s", uuid),
    CONST("Provider", "s", provider),
    CONST("ProviderObject", "o", provider_object),
    VALUE("ProviderName", "s", provider_name),
    SD_BUS_PROPERTY("RemoteHandle", "(ss)", get_handle, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
    VALUE("LocalizedCallerName", "s", name),
    VALUE("DisplayName", "s", empty),
    VALUE("DisplayNameSource", "s", empty),
    VALUE("Label", "s", empty),
    VALUE("Formatted", "s", empty),
    VALUE("Relation", "s", empty),
    VALUE("ContactIdentifier", "s", contact),
    CONST("Outgoing", "b", no),
    VALUE("OnHold", "b", no),
    VALUE("HasConnected", "b", has_connected),
    VALUE("HasEnded", "b", no),
    VALUE("Muted", "b", no),
    VALUE("RemoteOnHold", "b", no),
    VALUE("Encrypted", "b", no),
    VALUE("ExternalID", "s", empty),
    VALUE("PostDial", "s", empty),
    SD_BUS_PROPERTY("LocalMember", "(sss)", get_no_member, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
    SD_BUS_PROPERTY("Members", "a(sss)", get_no_members, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
    SD_BUS_PROPERTY("ActiveMembers", "a(sss)", get_no_members, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
    VALUE("HasVideo", "b", no),
    VALUE("State", "s", state),
    VALUE("Group", "s", group),
    VALUE("HasAudio", "b", has_audio),
    VALUE("Emergency", "b", no),
    VALUE("IncludesInRecents", "b", yes),
    VALUE("Silenced", "b", no),
    VALUE("SupportsHolding", "b", yes),
    VALUE("HoldRefused", "b", no),
    VALUE("SupportsGrouping", "b", yes),
    VALUE("SupportsUngrouping", "b", yes),
    VALUE("SupportsDTMF", "b", yes),
    VALUE("SupportsResuming", "b", yes),
    VALUE("SupportsAnswering", "b", yes),
    VALUE("SupportsEnding", "b", yes),
    VALUE("SupportsMuting", "b", yes),
    VALUE("StreamProcess", "u", no),
    CONST("Observed", "b", no),
    VALUE("StartedAt", "t", started_at),
    VALUE("ConnectingAt", "t", never),
    VALUE("ConnectedAt", "t", connected_at),
    VALUE("EndedAt", "t", never),
    VALUE("EndedReason", "s", empty),
    VALUE("Reason", "s", reason),
    VALUE("ReasonCall", "s", empty),
    VALUE("HeldFor", "s", empty),
    VALUE("PendingAction", "s", pending),
    SD_BUS_PROPERTY("AllowedActions", "as", get_allowed_actions, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
    SD_BUS_METHOD("Answer", "", "s", answer, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

static int find_call(
    sd_bus *bus, const char *path, const char *interface, void *data, void **found, sd_bus_error *error) {
    if (strcmp(path, call.path) != 0) return 0;
    *found = &call;
    return 1;
}

int main(int argc, char *argv[]) {
    sd_bus *bus = NULL;
    sd_event *loop = NULL;
    int r;

    if (argc != 2) return 2;
    if ((r = sd_event_new(&loop)) < 0 || (r = sd_bus_new(&bus)) < 0 || (r = sd_bus_set_address(bus, argv[1])) < 0 ||
        (r = sd_bus_set_bus_client(bus, 1)) < 0 || (r = sd_bus_start(bus)) < 0 ||
        (r = sd_bus_add_object_vtable(bus, NULL, MANAGER_PATH, ECHO_INTERFACE, echo_interface, NULL)) < 0 ||
        (r = sd_bus_add_object_vtable(bus, NULL, MANAGER_PATH, MANAGER_INTERFACE, manager_interface, NULL)) < 0 ||
        (r = sd_bus_add_fallback_vtable(bus, NULL, CALLS_PATH, CALL_INTERFACE, call_interface, find_call, NULL)) < 0 ||
        (r = sd_bus_attach_event(bus, loop, SD_EVENT_PRIORITY_NORMAL)) < 0 ||
        (r = sd_bus_request_name(bus, FLOOR_NAME, 0)) < 0 || (r = sd_bus_set_exit_on_disconnect(bus, 1)) < 0 ||
        (r = sd_event_loop(loop)) < 0) {
        fprintf(stderr, "floor: %s\n", strerror(-r));
        return 1;
    }
    return 0;
}

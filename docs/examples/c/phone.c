// SPDX-License-Identifier: MIT
// A calling app without a network: everything that org.monkeycall.CallManager needs from an app. ../README.md says what
// to type.
//     cc -o phone phone.c $(pkg-config --cflags --libs libsystemd)
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-id128.h>
#include <time.h>
#include <unistd.h>

#define NAME "org.monkeycall.CallManager"
#define PATH "/org/monkeycall/CallManager"
#define PHONE "org.example.CPhone"
#define BUS "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus"

typedef char uuid[37];

static struct call { // the facts to report to a service that has lost its state
    uuid id, group;
    char number[1025];
    const char *state;
    bool outgoing, on_hold, muted;
    uint64_t connected_at;
} calls[16]; // oldest first
static int count;
static uuid media;        // the call for which microphone and speaker are open
static char service[256]; // the service's connection; ignore signals of others
static char instance[64]; // stays the same as long as the service keeps its state
static sd_event_source *grace; // the timer that stops the sound if no service comes
static sd_event *loop;
static sd_bus *bus;

static void check(int result) { // for calls that fail only without memory, without a bus, or by a mistake in this file
    if (result >= 0) return;
    fprintf(stderr, "%s\n", strerror(-result));
    exit(EXIT_FAILURE);
}

static bool is(const char *a, const char *b) { return strcmp(a, b) == 0; }

static struct call *find(const char *id) {
    for (int i = 0; i < count; i++)
        if (is(calls[i].id, id)) return &calls[i];
    return NULL;
}

static struct call *add(const char *id, const char *number, const char *state) {
    if (count == sizeof calls / sizeof *calls) return NULL;
    struct call *call = &calls[count++];
    *call = (struct call){.state = state, .outgoing = is(state, "dialing")};
    snprintf(call->id, sizeof call->id, "%s", id);
    snprintf(call->number, sizeof call->number, "%s", number);
    return call;
}

static void drop(struct call *call) {
    if (call) memmove(call, call + 1, (char *)&calls[count--] - (char *)(call + 1));
}

static void connected(struct call *call) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    call->state = "active";
    call->connected_at = now.tv_sec * UINT64_C(1000000) + now.tv_nsec / 1000;
}

static void make_id(uuid id) {
    sd_id128_t random;
    check(sd_id128_randomize(&random));
    snprintf(id, sizeof(uuid), SD_ID128_UUID_FORMAT_STR, SD_ID128_FORMAT_VAL(random));
}

static void set_media(const char *call) {
    if (!is(media, call)) printf("audio %s\n", *call ? call : "off");
    snprintf(media, sizeof media, "%s", call);
}

static int answered(sd_bus_message *reply, void *method, sd_bus_error *) {
    const sd_bus_error *error = sd_bus_message_get_error(reply);
    if (error) printf("error %s %s %s\n", (char *)method, error->name, error->message);
    return error != NULL;
}

struct request {
    sd_bus_message *message;
    sd_bus_message_handler_t done;
    void *data;
    bool again;
};

static int replied(sd_bus_message *reply, void *data, sd_bus_error *ignored) {
    struct request *request = data;
    const sd_bus_error *error = sd_bus_message_get_error(reply);
    // The service was killed, and may have done it: repeat it.
    if (sd_bus_error_has_name(error, SD_BUS_ERROR_NO_REPLY)) {
        request->again = true;
        check(sd_bus_call_async(bus, NULL, request->message, replied, request, 0));
        return 0;
    }
    bool done = request->again && (sd_bus_error_has_name(error, NAME ".Error.IncomingCall.CallUUIDAlreadyExists")
        || sd_bus_error_has_name(error, NAME ".Error.ActionAlreadyCompleted"));
    request->done(done ? request->message : reply, request->data, ignored);
    sd_bus_message_unref(request->message);
    free(request);
    return 0;
}

// Does not wait: the reply to ReportNewIncomingCall may take ten seconds, too long for a window to hang.
static void call_service(const char *interface, const char *method, sd_bus_message_handler_t done, void *data,
    const char *types, ...) {
    struct request *request = malloc(sizeof *request);
    va_list arguments;
    if (!request) exit(EXIT_FAILURE);
    *request = (struct request){.done = done, .data = data};
    check(sd_bus_message_new_method_call(bus, &request->message, NAME, PATH, interface, method));
    va_start(arguments, types);
    check(sd_bus_message_appendv(request->message, types, arguments));
    va_end(arguments);
    check(sd_bus_call_async(bus, NULL, request->message, replied, request, 0));
}

#define tell_then(...) call_service(NAME, __VA_ARGS__)
#define tell(method, ...) tell_then(method, answered, method, __VA_ARGS__)
#define get(interface, property, done) \
    call_service("org.freedesktop.DBus.Properties", "Get", done, NULL, "ss", interface, property)
#define ask_bus(...) check(sd_bus_call_method_async(bus, NULL, BUS, __VA_ARGS__))

// A request of the user goes to the service first, also from this app's own window. It comes back to perform().
// With an id, the request is harmless to repeat.
#define request(...) do { \
    uuid transaction; \
    make_id(transaction); \
    tell("RequestTransaction", "aa{sv}a{sv}", 1, __VA_ARGS__, 1, "Transaction", "s", transaction); \
} while (0)

static void dial(const char *type, const char *value) {
    uuid id;
    make_id(id);
    request(4, "Action", "s", "start-call", "Call", "s", id, "Provider", "s", PHONE, "Handle", "(ss)", type, value);
}

static int reported(sd_bus_message *reply, void *id, sd_bus_error *) {
    // If the service refuses the call, no shell shows it: a real app tells the caller.
    if (answered(reply, "Report", NULL)) drop(find(id));
    else printf("reported %s\n", (char *)id);
    free(id);
    return 0;
}

static int registered(sd_bus_message *reply, void *, sd_bus_error *) {
    if (answered(reply, "RegisterProvider", NULL)) return 0;
    printf("registered %s\n", PHONE);
    for (struct call *call = calls; call < calls + count; call++)
        tell_then("ReportExistingCall", reported, strdup(call->id), "ssa{sv}", PHONE, call->id, 7,
            "RemoteHandle", "(ss)", "phone-number", call->number, "Outgoing", "b", call->outgoing,
            "State", "s", call->state, "OnHold", "b", call->on_hold, "Muted", "b", call->muted,
            "Group", "s", *call->group ? call->group : call->id, "ConnectedAt", "t", call->connected_at);
    return 0;
}

static int stop_sound(sd_event_source *, uint64_t, void *) {
    set_media("");
    return 0;
}

// The service is back with its state, and these calls have the audio. The sound may have stopped meanwhile.
static int compare_audio(sd_bus_message *reply, void *, sd_bus_error *) {
    const char *id, *own = "";
    if (answered(reply, "OwnerCalls", NULL)) return 0;
    check(sd_bus_message_enter_container(reply, 'v', "as"));
    check(sd_bus_message_enter_container(reply, 'a', "s"));
    while (sd_bus_message_read(reply, "s", &id) > 0)
        if (find(id)) own = id;
    set_media(own);
    return 0;
}

static int identified(sd_bus_message *reply, void *, sd_bus_error *) {
    const char *value = "";
    if (answered(reply, "Instance", NULL)) return 0;
    check(sd_bus_message_read(reply, "v", "s", &value));
    if (is(instance, value)) {
        get(NAME ".Audio", "OwnerCalls", compare_audio);
        return 0;
    }
    // It knows nothing of this app, and decides again which call has the microphone.
    snprintf(instance, sizeof instance, "%s", value);
    set_media("");
    tell_then("RegisterProvider", registered, NULL, "sa{sv}", PHONE, 2,
        "LocalizedName", "s", "Phone in C", "SupportedHandleTypes", "as", 1, "phone-number");
    return 0;
}

// The service has appeared or is gone. Most likely it comes back with its state: the sound goes on for 5 seconds.
static int owner_changed(sd_bus_message *m, void *, sd_bus_error *) {
    const char *owner = "";
    // The last string of NameOwnerChanged, and the only one of the reply to GetNameOwner.
    while (!sd_bus_message_get_error(m) && sd_bus_message_read(m, "s", &owner) > 0) continue;
    if (*owner && is(service, owner)) return 0;
    snprintf(service, sizeof service, "%s", owner);
    grace = sd_event_source_disable_unref(grace);
    if (*owner) {
        get(NAME, "Instance", identified);
    } else {
        printf("no service\n");
        check(sd_event_add_time_relative(loop, &grace, CLOCK_MONOTONIC, 5000000, 0, stop_sound, NULL));
    }
    return 0;
}

// Performs the action, then fulfils it: only then other programs see the change. A repeated action does no harm here.
static void perform(sd_bus_message *m, const char *member) {
    const char *provider, *action, *id, *type = "", *text = "";
    int flag = 0;
    check(sd_bus_message_read(m, "sss", &provider, &action, &id));
    char kind = sd_bus_message_get_signature(m, true)[3];
    if (kind == '(') check(sd_bus_message_read(m, "(ss)", &type, &text));
    if (kind == 's') check(sd_bus_message_read(m, "s", &text));
    if (kind == 'b') check(sd_bus_message_read(m, "b", &flag));

    bool starts = is(member, "PerformStartCallAction");
    struct call *call = find(id);
    if (starts && is(type, "phone-number")) call = add(id, text, "dialing"); // a real app sends the invitation here
    if (!call) { // not a number, or the call has just ended: tell the requester
        tell("FailAction", "sa{sv}", action, 0);
        return;
    }
    // The name without Perform and Action.
    printf("%.*s %s %s\n", (int)strlen(member) - 13, member + 7, id, kind != 'b' ? text : flag ? "1" : "0");
    if (is(member, "PerformAnswerCallAction")) connected(call); // fulfil it when both sides can hear each other
    if (is(member, "PerformEndCallAction")) drop(call);
    if (is(member, "PerformSetHeldCallAction")) call->on_hold = flag;
    // A real app sends silence, or the microphone again.
    if (is(member, "PerformSetMutedCallAction")) call->muted = flag;
    if (is(member, "PerformSetGroupCallAction")) {
        struct call *other = find(text);
        if (other && !*other->group) make_id(other->group);
        strcpy(call->group, other ? other->group : "");
    }
    // A real app also handles PerformPlayDTMFCallAction here, and sends the tones in text to the other side.
    tell("FulfillAction", "sa{sv}", action, 0);
    if (starts) { // there is no real other side: it rings and answers at once
        tell("ReportOutgoingCallStartedConnecting", "st", id, UINT64_C(0));
        tell("ReportOutgoingCallConnected", "st", id, UINT64_C(0));
        connected(call);
    }
}

// Reads the string of that key in the next a{sv}.
static const char *look_up(sd_bus_message *m, const char *wanted) {
    const char *key, *value = "";
    check(sd_bus_message_enter_container(m, 'a', "{sv}"));
    while (sd_bus_message_enter_container(m, 'e', "sv") > 0) {
        check(sd_bus_message_read(m, "s", &key));
        check(is(key, wanted) ? sd_bus_message_read(m, "v", "s", &value) : sd_bus_message_skip(m, "v"));
        check(sd_bus_message_exit_container(m));
    }
    return value;
}

static int signalled(sd_bus_message *m, void *, sd_bus_error *) {
    const char *sender = sd_bus_message_get_sender(m), *member = sd_bus_message_get_member(m), *first, *type, *value;
    int success;
    if (!sd_bus_message_is_signal(m, NAME, NULL) || !sender || !is(sender, service)) return 0;
    if (strncmp(member, "Perform", 7) == 0) {
        perform(m, member);
    } else if (is(member, "DidActivateAudioSession")) { // from now on the app may use the microphone
        check(sd_bus_message_read(m, "s", &first));
        set_media(look_up(m, "Call"));
    } else if (is(member, "DidDeactivateAudioSession")) {
        set_media("");
    } else if (is(member, "StartCallRequested")) { // from an address book or a link
        check(sd_bus_message_read(m, "s(ss)", &first, &type, &value));
        dial(type, value);
    } else if (is(member, "TransactionCompleted")) {
        check(sd_bus_message_read(m, "sb", &first, &success));
        if (!success) printf("failed %s\n", look_up(m, "Reason"));
    } else if (is(member, "ProviderDidReset")) { // the service has dropped its state, and with it all calls
        set_media("");
        count = 0;
    }
    return 0;
}

static int typed(sd_event_source *source, int, uint32_t, void *) {
    char line[128], command[16] = "", number[64] = "";
    uuid id;
    struct call *call = count ? &calls[count - 1] : NULL;
    if (!fgets(line, sizeof line, stdin)) return sd_event_exit(sd_event_source_get_event(source), 0);
    sscanf(line, "%15s %63s", command, number);
    make_id(id);
    if (is(command, "ring") && add(id, number, "incoming")) { // the network: a call comes in
        tell_then("ReportNewIncomingCall", reported, strdup(id), "ssa{sv}", PHONE, id, 1,
            "RemoteHandle", "(ss)", "phone-number", number);
    } else if (is(command, "dial")) { // the user, in the window of this app
        dial("phone-number", number);
    } else if (is(command, "end") && call) {
        request(2, "Action", "s", "end-call", "Call", "s", call->id);
    } else if (is(command, "remote-end") && call) { // the network: the other side has hung up
        tell("ReportCallEnded", "stsa{sv}", call->id, UINT64_C(0), "remote-ended", 0);
        drop(call);
    }
    return 0;
}

int main(void) {
    setvbuf(stdin, NULL, _IONBF, 0); // buffered input would not wake the event loop
    setvbuf(stdout, NULL, _IOLBF, 0);
    check(sd_event_default(&loop));
    check(sd_event_add_io(loop, NULL, STDIN_FILENO, EPOLLIN, typed, NULL));
    check(sd_bus_open_system(&bus));
    check(sd_bus_attach_event(bus, loop, SD_EVENT_PRIORITY_NORMAL));
    check(sd_bus_set_exit_on_disconnect(bus, true));
    check(sd_bus_add_filter(bus, NULL, signalled, NULL));
    check(sd_bus_add_match(bus, NULL,
        "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='" NAME "'", owner_changed, NULL));
    ask_bus("StartServiceByName", NULL, NULL, "su", NAME, 0); // if the bus can start it
    ask_bus("GetNameOwner", owner_changed, NULL, "s", NAME);
    check(sd_event_loop(loop));
}

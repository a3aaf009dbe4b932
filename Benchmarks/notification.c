// SPDX-License-Identifier: MIT

#include "notification.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "contract.h"

#define NOTIFICATIONS "org.freedesktop.Notifications"
#define NOTIFICATIONS_PATH "/org/freedesktop/Notifications"
#define PATIENCE_MSEC 30000

extern char **environ;

struct server agent_server = {.label = "monkeycall-agent", .name = SERVICE_NAME};

// The notification server. It shows one notification at a time, with the id 1.
static sd_bus *desktop;
static bool is_asked;             // the agent has asked for the capabilities
static bool is_shown;             // and not closed yet
static uint64_t arrived_nsec;     // time of arrival

static int capabilities(sd_bus_message *call, void *data, sd_bus_error *error) {
    return sd_bus_reply_method_return(call, "as", 4, "actions", "body", "body-markup", "persistence");
}

static int information(sd_bus_message *call, void *data, sd_bus_error *error) {
    is_asked = true;
    return sd_bus_reply_method_return(call, "ssss", "benchmark", "monkeycall", "1", "1.2");
}

static int notify(sd_bus_message *call, void *data, sd_bus_error *error) {
    if (!is_shown) arrived_nsec = now_nsec();
    is_shown = true;
    return sd_bus_reply_method_return(call, "u", (uint32_t)1);
}

static int close_notification(sd_bus_message *call, void *data, sd_bus_error *error) {
    is_shown = false;
    return sd_bus_reply_method_return(call, "");
}

static const sd_bus_vtable methods[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("GetCapabilities", "", "as", capabilities, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GetServerInformation", "", "ssss", information, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("Notify", "susssasa{sv}i", "u", notify, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("CloseNotification", "u", "", close_notification, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

// Serves both connections until `*fact` has the expected value.
static void wait_until(struct server *server, const bool *fact, bool wanted) {
    sd_bus *buses[] = {desktop, server->provider};
    while (*fact != wanted) {
        struct pollfd polls[2];
        bool is_busy = false;
        for (int i = 0; i < 2; i++) is_busy |= check(sd_bus_process(buses[i], NULL), "receiving") > 0;
        if (is_busy) continue;
        for (int i = 0; i < 2; i++)
            polls[i] = (struct pollfd){
                .fd = check(sd_bus_get_fd(buses[i]), "the connection"),
                .events = (short)check(sd_bus_get_events(buses[i]), "the connection"),
            };
        if (poll(polls, 2, PATIENCE_MSEC) <= 0) fail("the expected notification has not arrived");
    }
}

static int no_error(sd_bus_message *message, void *data, sd_bus_error *error) {
    if (sd_bus_message_is_method_error(message, NULL)) fail("a call was refused");
    *(bool *)data = true;
    return 1;
}

static void send_later(struct server *server, sd_bus_message *call, bool *is_answered) {
    *is_answered = false;
    check(sd_bus_call_async(server->provider, NULL, call, no_error, is_answered, 0), "sending");
    sd_bus_message_unref(call);
}

static sd_bus_message *to_desktop(struct server *server, const char *member) {
    sd_bus_message *call = NULL;
    check(
        sd_bus_message_new_method_call(
            server->provider, &call, NOTIFICATIONS, NOTIFICATIONS_PATH, NOTIFICATIONS, member),
        member);
    return call;
}

// The same notification as the agent's.
static sd_bus_message *next_notification(struct server *server) {
    sd_bus_message *call = to_desktop(server, "Notify");
    check(
        sd_bus_message_append(
            call, "susssasa{sv}i", "MonkeyCall", (uint32_t)0, "call-start", "Incoming call from Ada Lovelace",
            "+49 30 1234567\nthrough Benchmark", 6, "answer", "Answer", "decline", "Decline", "silence", "Silence", 6,
            "category", "s", "call.incoming", "urgency", "y", 2, "resident", "b", 1, "suppress-sound", "b", 1,
            "desktop-entry", "s", "org.monkeycall.Agent", "x-dunst-stack-tag", "s",
            "00000000-0000-4000-8000-000000000000", -1),
        "Notify");
    return call;
}

static uint64_t bare_notification_once(struct server *server) {
    bool is_answered;
    sd_bus_message *call = next_notification(server);
    uint64_t start = now_nsec();
    send_later(server, call, &is_answered);
    wait_until(server, &is_shown, true);
    uint64_t time = arrived_nsec - start;
    wait_until(server, &is_answered, true);
    call = to_desktop(server, "CloseNotification");
    check(sd_bus_message_append(call, "u", (uint32_t)1), "CloseNotification");
    send_later(server, call, &is_answered);
    wait_until(server, &is_answered, true);
    return time;
}

static uint64_t notification_once(struct server *server) {
    bool is_answered;
    sd_bus_message *call = next_report(server);
    uint64_t start = now_nsec();
    send_later(server, call, &is_answered);
    wait_until(server, &is_shown, true);
    uint64_t time = arrived_nsec - start;
    wait_until(server, &is_answered, true);
    // This reason leaves no missed call.
    end_call(server, "answered-elsewhere");
    wait_until(server, &is_shown, false);
    return time;
}

static void nothing(struct server *server) { settle(server); }

const struct scenario bare_notification = {nothing, bare_notification_once, nothing};
const struct scenario notification = {nothing, notification_once, nothing};

void start_agent(const char *program) {
    const char *arguments[] = {program, "--call-bus", agent_server.address, NULL};
    posix_spawn_file_actions_t actions;
    desktop = connect_to(agent_server.address);
    check(sd_bus_add_object_vtable(desktop, NULL, NOTIFICATIONS_PATH, NOTIFICATIONS, methods, NULL), NOTIFICATIONS);
    check(sd_bus_request_name(desktop, NOTIFICATIONS, 0), NOTIFICATIONS);
    setenv("DBUS_SESSION_BUS_ADDRESS", agent_server.address, 1);
    setenv("DBUS_SYSTEM_BUS_ADDRESS", agent_server.address, 1);
    check(-posix_spawn_file_actions_init(&actions), "starting the agent");
    // The agent logs that there is no sound.
    check(-posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0), "starting the agent");
    check(
        -posix_spawn(&agent_server.pid, program, &actions, NULL, (char *const *)arguments, environ),
        "starting the agent");
    posix_spawn_file_actions_destroy(&actions);
    wait_until(&agent_server, &is_asked, true);
    // The agent is ready when it shows the first call.
    settle(&agent_server);
    notification_once(&agent_server);
}

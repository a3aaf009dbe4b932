// SPDX-License-Identifier: MIT

#include "screening.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contract.h"

#define DIRECTORY_NAME "org.monkeycall.Directory"
#define DIRECTORY_PATH "/org/monkeycall/Directory"
#define LISTS_INTERFACE DIRECTORY_NAME ".Lists"
#define LOAD_INTERFACE DIRECTORY_NAME ".Load"
#define PATIENCE_USEC 120000000

// Numbers in one message, and messages on their way.
#define BATCH 10000
#define WINDOW 4

extern char **environ;

struct server screened_service = {.label = "monkeycalld, screened", .name = SERVICE_NAME};

static const char *program;
static pid_t pid;

pid_t directory_pid(void) { return pid; }

// The process

static void wait_until(bool (*holds)(void), const char *problem) {
    for (unsigned tries = 0; !holds(); tries++) {
        if (tries == 3000) fail(problem);
        usleep(10000);
    }
}

static bool screens(void) {
    int has_directory = 0;
    check(
        sd_bus_get_property_trivial(
            screened_service.subscriber, SERVICE_NAME, MANAGER_PATH, MANAGER_INTERFACE, "HasDirectory", NULL, 'b',
            &has_directory),
        "HasDirectory");
    return has_directory;
}

static bool has_name(void) {
    return sd_bus_get_name_creds(screened_service.subscriber, DIRECTORY_NAME, 0, NULL) >= 0;
}

static void start(void) {
    const char *arguments[] = {
        program, "--address", screened_service.address, "--session-address", screened_service.address, NULL};
    check(-posix_spawn(&pid, program, NULL, NULL, (char *const *)arguments, environ), "starting the directory");
    wait_until(screens, "the directory has not registered");
}

static void stop(void) {
    kill(pid, SIGTERM);
    if (waitpid(pid, NULL, 0) < 0) check(-errno, "waiting for the directory");
}

void start_directory(const char *path) {
    program = path;
    start();
    // It takes its name when it has read the contacts, after it has registered.
    wait_until(has_name, "the directory has not taken its name");
}

// Reports

static void nothing(struct server *server) { settle(server); }

static uint64_t screened_report_once(struct server *server) {
    uint64_t time = timed(server->provider, next_report(server));
    end_call(server, "remote-ended");
    return time;
}

const struct scenario screened_report = {nothing, screened_report_once, nothing};

static void measure(uint64_t nsec[], unsigned count) {
    settle(&screened_service);
    for (unsigned i = 0; i < count; i++) nsec[i] = screened_report_once(&screened_service);
}

// Lists

static sd_bus_message *to_directory(sd_bus *bus, const char *path, const char *interface, const char *member) {
    sd_bus_message *call = NULL;
    check(sd_bus_message_new_method_call(bus, &call, DIRECTORY_NAME, path, interface, member), member);
    return call;
}

static sd_bus_message *ask(sd_bus *bus, sd_bus_message *call) {
    sd_bus_error error = SD_BUS_ERROR_NULL;
    sd_bus_message *reply = NULL;
    if (sd_bus_call(bus, call, PATIENCE_USEC, &error, &reply) < 0) {
        fprintf(stderr, "benchmark: %s: %s\n", sd_bus_message_get_member(call), error.message);
        exit(1);
    }
    sd_bus_message_unref(call);
    return reply;
}

// The first load of a program adds its source, for the user to enable.
static void enable(sd_bus *bus, const char *source) {
    for (int turn = 0;; turn++) {
        sd_bus_message *call = to_directory(bus, DIRECTORY_PATH, LISTS_INTERFACE, "SetSourceEnabled");
        check(sd_bus_message_append(call, "sb", source, 1), "SetSourceEnabled");
        if (turn == 1) return (void)sd_bus_message_unref(ask(bus, call));
        int result = sd_bus_call(bus, call, PATIENCE_USEC, NULL, NULL);
        sd_bus_message_unref(call);
        if (result >= 0) return;
        call = to_directory(bus, DIRECTORY_PATH, LISTS_INTERFACE, "BeginLoad");
        check(sd_bus_message_append(call, "sba{sv}", source, 0, 0), "BeginLoad");
        sd_bus_call(bus, call, PATIENCE_USEC, NULL, NULL);
        sd_bus_message_unref(call);
    }
}

static int added(sd_bus_message *message, void *data, sd_bus_error *error) {
    if (sd_bus_message_is_method_error(message, NULL)) fail(sd_bus_message_get_error(message)->message);
    --*(unsigned *)data;
    return 1;
}

// Ascending numbers of about twelve digits, half of them in clusters.
static int64_t next_number(int64_t last, unsigned place) {
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return last + 1 + (int64_t)((state >> 33) % (place / 1000 % 2 == 0 ? 3 : 80000));
}

static void add_numbers(sd_bus *bus, const char *load, unsigned numbers) {
    static int64_t batch[BATCH];
    unsigned on_their_way = 0;
    int64_t number = 1000000000;
    for (unsigned place = 0; place < numbers;) {
        unsigned count = 0;
        for (; count < BATCH && place < numbers; place++) batch[count++] = number = next_number(number, place);
        sd_bus_message *call = to_directory(bus, load, LOAD_INTERFACE, "AddBlocked");
        check(sd_bus_message_append_array(call, 'x', batch, count * sizeof *batch), "AddBlocked");
        check(sd_bus_call_async(bus, NULL, call, added, &on_their_way, PATIENCE_USEC), "AddBlocked");
        sd_bus_message_unref(call);
        on_their_way++;
        while (on_their_way >= WINDOW)
            if (check(sd_bus_process(bus, NULL), "receiving") == 0) check(sd_bus_wait(bus, PATIENCE_USEC), "waiting");
    }
    while (on_their_way > 0)
        if (check(sd_bus_process(bus, NULL), "receiving") == 0) check(sd_bus_wait(bus, PATIENCE_USEC), "waiting");
}

double load_list(unsigned list, unsigned numbers) {
    char source[64];
    const char *path;
    sd_bus *bus = connect_to(screened_service.address);
    snprintf(source, sizeof source, PROVIDER ".List%u", list);
    enable(bus, source);
    uint64_t begin = now_nsec();
    sd_bus_message *call = to_directory(bus, DIRECTORY_PATH, LISTS_INTERFACE, "BeginLoad");
    check(sd_bus_message_append(call, "sba{sv}", source, 0, 0), "BeginLoad");
    sd_bus_message *reply = ask(bus, call);
    check(sd_bus_message_read(reply, "o", &path), "BeginLoad");
    add_numbers(bus, path, numbers);
    sd_bus_message_unref(ask(bus, to_directory(bus, path, LOAD_INTERFACE, "Commit")));
    double seconds = (double)(now_nsec() - begin) / 1e9;
    sd_bus_message_unref(reply);
    sd_bus_flush_close_unref(bus);
    return seconds;
}

// Hard times

void measure_while_loading(uint64_t nsec[], unsigned count, unsigned numbers) {
    int begun[2];
    char byte = 0;
    if (pipe(begun) < 0) check(-errno, "making a pipe");
    pid_t loader = fork();
    if (loader < 0) check(-errno, "making a process");
    if (loader == 0) {
        if (write(begun[1], &byte, 1) < 0) check(-errno, "writing to the pipe");
        for (;;) load_list(0, numbers);
    }
    if (read(begun[0], &byte, 1) < 0) check(-errno, "reading from the pipe");
    measure(nsec, count);
    int status;
    if (waitpid(loader, &status, WNOHANG) != 0) fail("the list was not loaded to the end");
    kill(loader, SIGKILL);
    if (waitpid(loader, &status, 0) < 0) check(-errno, "waiting for the process that loads");
    close(begun[0]);
    close(begun[1]);
}

void measure_while_stopped(uint64_t nsec[], unsigned count) {
    kill(pid, SIGSTOP);
    measure(nsec, count);
    kill(pid, SIGCONT);
    // It has answered everything when it answers this.
    sd_bus_message_unref(ask(
        screened_service.subscriber,
        to_directory(screened_service.subscriber, DIRECTORY_PATH, "org.freedesktop.DBus.Peer", "Ping")));
}

static void forget(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    fdatasync(file);
    check(-posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED), path);
    close(file);
}

// Puts the database and the program out of the page cache.
static void forget_files(void) {
    char folder[512], path[1024];
    snprintf(folder, sizeof folder, "%s/monkeycall", getenv("XDG_DATA_HOME"));
    DIR *files = opendir(folder);
    if (!files) check(-errno, folder);
    for (struct dirent *file; (file = readdir(files));) {
        snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
        forget(path);
    }
    closedir(files);
    forget(program);
}

void measure_cold(uint64_t nsec[], unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        stop();
        forget_files();
        start();
        forget_files();
        nsec[i] = screened_report_once(&screened_service);
    }
}

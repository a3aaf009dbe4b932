// SPDX-License-Identifier: MIT
//
// Measures monkeycall-phone beside the floor, an empty window of GTK, on the X server of $DISPLAY, and prints the
// results.
//
//   window-benchmark [--quick] [--log FILE] PHONE FLOOR INTERFACE ADDRESS...
//
// The programs are monkeycall-phone and floor-window. The folder has the .ui files of monkeycall-phone. The addresses
// are of a bus for the times, and of one for each of `rests`. Each bus can start the service and the directory.

#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "calls.h"
#include "contract.h"
#include "history.h"
#include "process.h"
#include "program.h"
#include "screen.h"
#include "series.h"
#include "server.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define MOST_CALLS 100
#define MOST_SCROLLS 2000
// More than the first page of the recent calls.
#define CALLERS 20
// A name has more pixels than this.
#define NAME_PIXELS 100
// The rows of a list that is filled have more pixels than this, and the cursor, the scrollbar and the bar of pages,
// which slides in, fewer.
#define ROWS_PIXELS 25000
// Rows in other places have more pixels than this.
#define SCROLL_PIXELS 2000

static struct plan {
    unsigned history;  // the recent calls
    unsigned starts, call_rounds, calls, scrolls, idle_seconds, settle_seconds;
    unsigned rest_msec;  // all animations are over if nothing was drawn for so long
} plan = {.history = 10000, .starts = 40, .call_rounds = 5, .calls = 20, .scrolls = 1200, .idle_seconds = 30,
          .settle_seconds = 20, .rest_msec = 300};

#define PHONE(text) {.label = (text), .arguments = {"--call-bus", "session"}}

static struct program phone = PHONE("monkeycall-phone");
static struct program empty_window = {.label = "an empty window in C"};
// The floor that shows a list.
static struct program list_window = {.label = "a list of labels in C", .arguments = {"--rows", NULL}};
// The floor that shows calls.
static struct program call_window = {.label = "the same widgets in C"};

static void print_heading(const char *title, const char *const columns[], size_t count) {
    printf("\n%-46s", title);
    for (size_t i = 0; i < count; i++) printf("%18s", columns[i]);
    printf("\n");
}
#define HEADING(title, ...) \
    print_heading( \
        title, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

static void print_times(const char *label, struct pair times) {
    char text[64];
    snprintf(text, sizeof text, "%.1f / %.1f", times.p50 / 1000, times.p99 / 1000);
    printf("  %-44s%18s", label, text);
}

static void print_ratio(const struct series *ours, const struct series *base) {
    double busy[MOST_ROUNDS];
    for (unsigned i = 0; i < ours->rounds; i++) busy[i] = ours->busy[i] / base->busy[i];
    printf("  %-44s%18.2f%18.2f", "ratio", ratio(ours, base).p50, median(busy, ours->rounds));
}

// The start

// The first frame, and the last one: then the recent calls are there.
struct start_series {
    struct series first, last;
};

static void start_once(struct program *program, const char *address, struct start_series *series) {
    uint64_t busy = 0, begin = now_nsec(), time = start(program, address, &busy);
    uint64_t last = last_change(ROWS_PIXELS, plan.rest_msec), whole = last > 0 ? last - begin : time;
    wait_for_rest(plan.rest_msec);
    add_round(&series->first, &time, 1, busy, 0);
    add_round(&series->last, &whole, 1, busy_nsec_of(program->pid), 0);
    stop(program);
}

static void print_starts(const char *title, struct program *programs[], const struct series *series[], double goal) {
    const struct series *base = series[0], *ours = series[1];
    HEADING(title, "median", "processor time");
    for (int i = 0; i < 2; i++)
        printf(
            "  %-44s%18.0f%18.0f\n", programs[i]->label, median(series[i]->p50, plan.starts) / 1000,
            median(series[i]->busy, plan.starts) / 1000);
    print_ratio(ours, base);
    if (goal > 0) printf("   goal: %.1f", goal);
    printf("\n");
}

static void measure_starts(const char *address) {
    static struct start_series ours, base;
    struct program *programs[] = {&empty_window, &phone};
    struct start_series *series[] = {&base, &ours}, warm = {0};
    for (int i = 0; i < 2; i++) start_once(programs[i], address, &warm);
    for (unsigned round = 0; round < plan.starts; round++)
        for (int i = 0; i < 2; i++) {
            int one = round % 2 ? 1 - i : i;
            start_once(programs[one], address, series[one]);
        }
    print_starts(
        "Start until the first frame, ms", programs, (const struct series *[]){&base.first, &ours.first}, 1.3);
    print_starts(
        "Start until the recent calls are there, ms", programs, (const struct series *[]){&base.last, &ours.last}, 0);
}

// From a report to the first frame

static int is_reported(sd_bus_message *message, void *data, sd_bus_error *error) {
    struct server *server = data;
    if (sd_bus_message_is_method_error(message, NULL)) fail("a report was refused");
    server->done = true;
    return 1;
}

// Without an end the call goes on.
static uint64_t call_once(struct server *server, bool ends) {
    wait_for_rest(plan.rest_msec);
    remember_screen();
    server->done = false;
    sd_bus_message *report = next_report(server);
    uint64_t begin = now_nsec();
    request_later(server, server->provider, report, is_reported);
    uint64_t shown = wait_for_change(FRAME_PIXELS);
    wait_until_done(server);
    if (!ends) return shown - begin;
    end_call(server, "local-ended");
    // The window may tell that the call has ended, but no more than that.
    wait_for_return(FRAME_PIXELS - 1);
    return shown - begin;
}

// The times until a frame, the processor time for one, and both ratios.
static void print_frames(
    const char *title, struct program *programs[], const struct series *series[], unsigned rounds) {
    HEADING(title, "p50 / p99", "processor time");
    for (int i = 0; i < 2; i++) {
        print_times(programs[i]->label, latency(series[i]));
        printf("%18.1f\n", median(series[i]->busy, rounds) / 1000);
    }
    print_times("difference", difference(series[1], series[0]));
    printf("\n");
    print_ratio(series[1], series[0]);
    printf("\n");
}

// From the report of a change to the frame that shows it

static uint64_t change_once(struct server *server, unsigned number) {
    wait_for_rest(plan.rest_msec);
    remember_screen();
    uint64_t begin = now_nsec();
    rename_call(server, number % 2 ? "Ada Lovelace" : "Charles Babbage");
    return wait_for_change(NAME_PIXELS) - begin;
}

// Measures the windows in turns, with calls that end at once, or with changes of a call that goes on.
static void measure_frames(
    struct server *server, const char *title, uint64_t (*once)(struct server *, unsigned), bool ends) {
    struct series ours = {0}, base = {0};
    static uint64_t nsec[MOST_CALLS];
    struct program *programs[] = {&call_window, &phone};
    struct series *series[] = {&base, &ours};
    for (unsigned round = 0; round < plan.call_rounds; round++)
        for (int i = 0; i < 2; i++) {
            // The calls of the last window are one row: without others, the next one reads many pages for its rows.
            fill_history(server, CALLERS);
            start(programs[i], server->address, NULL);
            call_once(server, ends);
            uint64_t busy = busy_nsec_of(programs[i]->pid);
            for (unsigned number = 0; number < plan.calls; number++) nsec[number] = once(server, number);
            add_round(series[i], nsec, plan.calls, busy_nsec_of(programs[i]->pid) - busy, 0);
            if (!ends) end_call(server, "local-ended");
            stop(programs[i]);
        }
    print_frames(title, programs, (const struct series *[]){&base, &ours}, plan.call_rounds);
}

static uint64_t call_that_ends(struct server *server, unsigned number) {
    (void)number;
    return call_once(server, true);
}

// Recent calls that scroll

static void measure_scrolling(const char *address) {
    static struct series series[2];
    static uint64_t nsec[MOST_SCROLLS];
    static char rows[16];
    struct program *programs[] = {&list_window, &phone};
    snprintf(rows, sizeof rows, "%u", plan.history);
    list_window.arguments[1] = rows;
    for (int i = 0; i < 2; i++) {
        start(programs[i], address, NULL);
        point_at(programs[i]->pid);
        wait_for_rest(plan.rest_msec);
        uint64_t busy = busy_nsec_of(programs[i]->pid);
        for (unsigned number = 0; number < plan.scrolls; number++) nsec[number] = scroll(SCROLL_PIXELS);
        add_round(&series[i], nsec, plan.scrolls, busy_nsec_of(programs[i]->pid) - busy, 0);
        point_away();
        stop(programs[i]);
    }
    char title[64];
    snprintf(title, sizeof title, "%u recent calls that scroll: a frame, ms", plan.history);
    print_frames(title, programs, (const struct series *[]){&series[0], &series[1]}, 1);
}

// At rest

// The state of a window: of its call, and what happens to the window then.
static struct rest {
    struct program program;
    const char *call;    // the state of its call; NULL if it has none
    const char *action;  // an action of the application, which shows another page
    bool is_minimised;
    struct server server;
} rests[] = {
    {.program = PHONE("no call"), .server = {.name = SERVICE_NAME}},
    {.program = PHONE("no call, minimised"), .server = {.name = SERVICE_NAME}, .is_minimised = true},
    {.program = PHONE("a held call, another page"), .server = {.name = SERVICE_NAME}, .call = "held",
     .action = "show-keypad"},
    {.program = PHONE("an active call, another page"), .server = {.name = SERVICE_NAME}, .call = "active",
     .action = "show-keypad"},
    {.program = PHONE("an active call, minimised"), .server = {.name = SERVICE_NAME}, .call = "active",
     .is_minimised = true},
    {.program = PHONE("an active call, its time visible"), .server = {.name = SERVICE_NAME}, .call = "active"},
};

static void activate(struct rest *rest) {
    sd_bus_message *call = NULL;
    check(
        sd_bus_message_new_method_call(
            rest->server.shell, &call, "org.monkeycall.Phone", "/org/monkeycall/Phone", "org.gtk.Actions", "Activate"),
        rest->action);
    check(sd_bus_message_append(call, "sava{sv}", rest->action, 0, 0), rest->action);
    request(rest->server.shell, call);
}

static void begin_rest(struct rest *rest, const char *address) {
    rest->server.address = address;
    rest->program.path = phone.path;
    connect_server(&rest->server);
    start(&rest->program, address, NULL);
    // The call begins while the window is open, as most do.
    if (rest->call) report_existing(&rest->server, rest->call);
    wait_for_rest(plan.rest_msec);
    if (rest->action) activate(rest);
    if (rest->is_minimised) minimise(rest->program.pid);
}

static void measure_rest(const char *addresses[]) {
    uint64_t switches[COUNT(rests)], of_floor;
    // Both alone: further windows would share the pages of the first one's program.
    start(&empty_window, addresses[0], NULL);
    begin_rest(&rests[0], addresses[0]);
    wait_for_rest(plan.rest_msec);
    struct memory base = memory_of(empty_window.pid), ours = memory_of(rests[0].program.pid);
    HEADING("Memory, KiB", "resident", "private", "in no file");
    printf("  %-44s%18u%18u%18u\n", empty_window.label, base.resident_kib, base.private_kib, base.anonymous_kib);
    printf("  %-44s%18u%18u%18u\n", phone.label, ours.resident_kib, ours.private_kib, ours.anonymous_kib);

    for (size_t i = 1; i < COUNT(rests); i++) begin_rest(&rests[i], addresses[i]);
    // A cursor blinks for ten seconds, and GLib ends its threads after fifteen seconds without work.
    sleep(plan.settle_seconds);
    of_floor = switches_of(empty_window.pid);
    for (size_t i = 0; i < COUNT(rests); i++) switches[i] = switches_of(rests[i].program.pid);
    sleep(plan.idle_seconds);
    char title[64];
    snprintf(title, sizeof title, "Wake-ups of a window at rest in %u s", plan.idle_seconds);
    HEADING(title, "wake-ups");
    printf("  %-44s%18" PRId64 "\n", empty_window.label, (int64_t)(switches_of(empty_window.pid) - of_floor));
    for (size_t i = 0; i < COUNT(rests); i++)
        printf("  %-44s%18" PRId64 "\n", rests[i].program.label, (int64_t)(switches_of(rests[i].program.pid) - switches[i]));
    printf("  Goal: 0; a visible time is drawn once a second.\n");
    for (size_t i = 0; i < COUNT(rests); i++) kill(rests[i].program.pid, SIGTERM);
    kill(empty_window.pid, SIGTERM);
}

static void read_options(int count, char *arguments[]) {
    const struct option options[] = {{"quick", no_argument, NULL, 'q'}, {"log", required_argument, NULL, 'l'}, {0}};
    for (int option; (option = getopt_long(count, arguments, "", options, NULL)) >= 0;) {
        if (option == 'q')
            plan = (struct plan){
                .history = 300, .starts = 2, .call_rounds = 1, .calls = 4, .scrolls = 20, .idle_seconds = 2,
                .settle_seconds = 1, .rest_msec = 500};
        else if (option == 'l')
            log_path = optarg;
        else
            exit(2);
    }
    if (count - optind != 4 + (int)COUNT(rests))
        fail("give it two programs, the folder of .ui files, a bus for the times, and one for each state of the window at rest");
}

int main(int count, char *arguments[]) {
    setlinebuf(stdout);
    read_options(count, arguments);
    const char **addresses = (const char **)&arguments[optind + 3];
    phone.path = arguments[optind];
    empty_window.path = call_window.path = list_window.path = arguments[optind + 1];
    call_window.arguments[0] = arguments[optind + 2];
    call_window.arguments[1] = addresses[0];
    open_screen();
    struct server service = {.label = "monkeycalld", .name = SERVICE_NAME, .address = addresses[0]};
    connect_server(&service);
    // As after a login. Without an agent a bar would say that calls do not ring: it comes after the rows of the list,
    // and moves them.
    start_directory(&service);
    check(sd_bus_request_name(connect_to(addresses[0]), "org.monkeycall.Agent", 0), "taking the name of the agent");
    fill_history(&service, plan.history);
    measure_starts(addresses[0]);
    measure_frames(&service, "Report until the first frame of the call, ms", call_that_ends, true);
    measure_frames(&service, "Another name of a call until its frame, ms", change_once, false);
    measure_scrolling(addresses[0]);
    measure_rest(addresses + 1);
}

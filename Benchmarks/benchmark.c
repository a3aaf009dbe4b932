// SPDX-License-Identifier: MIT
//
// The client: measures monkeycalld and the floor in turns, in rounds, and prints the results.
//
//   benchmark [--quick] [--json FILE] --library PROGRAM --agent PROGRAM --directory PROGRAM --states FOLDER ADDRESS...
//
// The addresses are of eight buses. Each bus can start both servers. The second bus has a full registry, the third a
// hundred apps, the fourth is a desktop, the fifth gets floods, the sixth has a service that does not keep its state,
// the seventh a hundred calls, the last one a directory. The folder has the states of the services on the first, the
// second and the seventh. The programs are an app with the library, the session agent and the directory.

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "calls.h"
#include "contract.h"
#include "flood.h"
#include "library.h"
#include "notification.h"
#include "process.h"
#include "screening.h"
#include "series.h"
#include "server.h"
#include "start.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define MOST_TIMES 1000

static struct plan {
    unsigned rounds, times, starts, idle_seconds, providers, calls_each, apps, list_length;
} plan = {
    .rounds = 21, .times = 400, .starts = 25, .idle_seconds = 30, .providers = 60, .calls_each = 4, .apps = 100,
    .list_length = LIST_LENGTH};

static struct server floor_server = {.label = "C", .name = FLOOR_NAME};
static struct server service = {.label = "monkeycalld", .name = SERVICE_NAME};
static struct server full_service = {.label = "monkeycalld, full", .name = SERVICE_NAME};
static struct server flooded_service = {.label = "monkeycalld, flooded", .name = SERVICE_NAME};
static struct server crowded_service = {.label = "CallKit, 100 apps", .name = SERVICE_NAME};
static struct server stateless_service = {.label = "monkeycalld, no state", .name = SERVICE_NAME};
static struct server hundred_service = {.label = "monkeycalld, 100 calls", .name = SERVICE_NAME};

#define MOST_APPS 200

// The apps with the library: two measured ones on the first bus, the second one with LiveCommunicationKit; on the third
// bus another measured one and the idle ones.
static const char *library_program, *agent_program, *directory_program, *states_folder;
static struct library lonely_app, conversation_app, crowded_app, idle_apps[MOST_APPS];

// Latencies

enum line {
    ECHO,
    REPORT_FLOOR, REPORT, REPORT_STATELESS, REPORT_FULL, REPORT_SCREENED,
    GET_ALL_FLOOR, GET_ALL, GET_ALL_FULL,
    TWO_ECHOES, ANSWER_FLOOR, ANSWER, ANSWER_STATELESS, ANSWER_FULL,
    OWN_REPORT, REPORT_LIBRARY, REPORT_CONVERSATION, REPORT_CROWDED,
    OWN_ANSWER, OWN_ANSWER_LIBRARY, OWN_ANSWER_CONVERSATION, OWN_ANSWER_CROWDED,
    NOTIFICATION_FLOOR, NOTIFICATION,
    LINES,
};

// Each round measures all of these, in the reverse order of the round before.
static struct measurement {
    const struct scenario *scenario;
    struct server *server;
    struct series series;
    // If set, this app with the library performs `order`, and this program performs no scenario.
    struct library *library;
    const char *order;
} measurements[LINES] = {
    [ECHO] = {&echo, &floor_server},
    [REPORT_FLOOR] = {&report, &floor_server},
    [REPORT] = {&report, &service},
    [REPORT_STATELESS] = {&report, &stateless_service},
    [REPORT_FULL] = {&report, &full_service},
    [REPORT_SCREENED] = {&screened_report, &screened_service},
    [GET_ALL_FLOOR] = {&get_all, &floor_server},
    [GET_ALL] = {&get_all, &service},
    [GET_ALL_FULL] = {&get_all, &full_service},
    [TWO_ECHOES] = {&two_echoes, &floor_server},
    [ANSWER_FLOOR] = {&answer, &floor_server},
    [ANSWER] = {&answer, &service},
    [ANSWER_STATELESS] = {&answer, &stateless_service},
    [ANSWER_FULL] = {&answer, &full_service},
    [OWN_REPORT] = {&own_report, &service},
    [REPORT_LIBRARY] = {NULL, &service, .library = &lonely_app, .order = "report"},
    [REPORT_CONVERSATION] = {NULL, &service, .library = &conversation_app, .order = "report"},
    [REPORT_CROWDED] = {NULL, &crowded_service, .library = &crowded_app, .order = "report"},
    [OWN_ANSWER] = {&own_answer, &service},
    [OWN_ANSWER_LIBRARY] = {NULL, &service, .library = &lonely_app, .order = "answer"},
    [OWN_ANSWER_CONVERSATION] = {NULL, &service, .library = &conversation_app, .order = "answer"},
    [OWN_ANSWER_CROWDED] = {NULL, &crowded_service, .library = &crowded_app, .order = "answer"},
    [NOTIFICATION_FLOOR] = {&bare_notification, &agent_server},
    [NOTIFICATION] = {&notification, &agent_server},
};

// The comparisons and their goals.
static const struct comparison {
    const char *name, *key;
    enum line base, line;
    double goal;
} comparisons[] = {
    {"report an incoming call : the same in C", "report", REPORT_FLOOR, REPORT, 1.10},
    {"read all properties of a call : the same in C", "get-all", GET_ALL_FLOOR, GET_ALL, 1.10},
    {"answer a call : the same messages in C", "answer", ANSWER_FLOOR, ANSWER, 1.15},
    {"answer a call : its 4 hops as 2 echoes in C", "answer-hops", TWO_ECHOES, ANSWER, 1.15},
    {"(the same messages in C : 2 echoes in C)", "floor-answer-hops", TWO_ECHOES, ANSWER_FLOOR, 0},
    {"report : the same without a state file", "state-report", REPORT_STATELESS, REPORT, 0},
    {"answer : the same without a state file", "state-answer", ANSWER_STATELESS, ANSWER, 0},
    {"report, full registry : one provider", "full-report", REPORT, REPORT_FULL, 1.1},
    {"read all properties, full : one provider", "full-get-all", GET_ALL, GET_ALL_FULL, 1.1},
    {"answer, full registry : one provider", "full-answer", ANSWER, ANSWER_FULL, 1.1},
    {"report by CallKit : by sd-bus in C", "library-report", OWN_REPORT, REPORT_LIBRARY, 1.3},
    {"answer by CallKit : by sd-bus in C", "library-answer", OWN_ANSWER, OWN_ANSWER_LIBRARY, 1.3},
    {"report by LiveCommunicationKit : by sd-bus in C", "conversation-report", OWN_REPORT, REPORT_CONVERSATION, 1.3},
    {"answer by LiveCommunicationKit : by sd-bus in C", "conversation-answer", OWN_ANSWER, OWN_ANSWER_CONVERSATION, 1.3},
    {"report, 100 idle apps : none", "crowded-report", REPORT_LIBRARY, REPORT_CROWDED, 1.1},
    {"answer, 100 idle apps : none", "crowded-answer", OWN_ANSWER_LIBRARY, OWN_ANSWER_CROWDED, 1.1},
};

// Goal in µs: the additional time of a report's notification, compared with a notification alone.
#define NOTIFICATION_GOAL 5000

static void measure(struct measurement *measurement, bool counts) {
    static uint64_t nsec[MOST_TIMES];
    struct server *server = measurement->server;
    struct library *library = measurement->library;
    pid_t client_pid = library ? library->pid : getpid();
    if (!library) measurement->scenario->begin(server);
    uint64_t busy = busy_nsec_of(server->pid), client = busy_nsec_of(client_pid);
    if (library)
        measure_library(library, measurement->order, nsec, plan.times);
    else
        for (unsigned i = 0; i < plan.times; i++) nsec[i] = measurement->scenario->once(server);
    busy = busy_nsec_of(server->pid) - busy;
    client = busy_nsec_of(client_pid) - client;
    if (!library) measurement->scenario->end(server);
    if (counts) add_round(&measurement->series, nsec, plan.times, busy, client);
}

static void measure_latencies(void) {
    // The first round only warms up.
    for (unsigned round = 0; round <= plan.rounds; round++)
        for (unsigned i = 0; i < LINES; i++) measure(&measurements[round % 2 ? i : LINES - 1 - i], round > 0);
}

// Idle servers

static struct idle {
    struct server *server;
    const char *when;
    struct memory memory;
    uint64_t wakeups;
} idle[] = {
    {.server = &floor_server, .when = "idle"},
    {.server = &service, .when = "idle"},
    {.server = &full_service, .when = "full registry"},
};

// The agent without a call, and the directory.
static struct memory agent_memory, directory_memory;
static uint64_t agent_wakeups, directory_wakeups;

// The hundred apps: the sum of their wake-ups, and the memory of one in the middle.
static struct memory app_memory;
static uint64_t app_wakeups;

static uint64_t switches_of_apps(void) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < plan.apps; i++) sum += switches_of(idle_apps[i].pid);
    return sum;
}

static void measure_idle(void) {
    // Dispatch ends its threads after five seconds without work.
    sleep(6);
    for (size_t i = 0; i < COUNT(idle); i++) ring(idle[i].server);
    for (size_t i = 0; i < COUNT(idle); i++) idle[i].wakeups = switches_of(idle[i].server->pid);
    app_wakeups = switches_of_apps();
    agent_wakeups = switches_of(agent_server.pid);
    directory_wakeups = switches_of(directory_pid());
    sleep(plan.idle_seconds);
    agent_wakeups = switches_of(agent_server.pid) - agent_wakeups;
    directory_wakeups = switches_of(directory_pid()) - directory_wakeups;
    app_wakeups = switches_of_apps() - app_wakeups;
    agent_memory = memory_of(agent_server.pid);
    directory_memory = memory_of(directory_pid());
    app_memory = memory_of(idle_apps[plan.apps / 2].pid);
    for (size_t i = 0; i < COUNT(idle); i++)
        idle[i].wakeups = switches_of(idle[i].server->pid) - idle[i].wakeups;
}

// Floods: seconds that another client waits, the median of several runs.

#define FLOOD_GOAL 1.0
#define FLOOD_TIMES 3

static double flood_seconds[FLOODS];

static void measure_floods(void) {
    connect_server(&flooded_service);
    for (enum flood flood = 0; flood < FLOODS; flood++) {
        double seconds[FLOOD_TIMES];
        for (unsigned i = 0; i < FLOOD_TIMES; i++) seconds[i] = (double)measure_flood(&flooded_service, flood) / 1e9;
        flood_seconds[flood] = median(seconds, FLOOD_TIMES);
    }
}

// Restarts: a service is killed, and the next one restores its calls.

#define RESTARTS 5

static struct restart {
    struct server *server;
    const char *folder;
    unsigned calls;
    double milliseconds, kib;
} restarts[] = {
    {.server = &service, .folder = "one", .calls = 1},
    {.server = &hundred_service, .folder = "hundred", .calls = 100},
    {.server = &full_service, .folder = "full", .calls = 240},
};

static void measure_restarts(void) {
    for (size_t i = 0; i < COUNT(restarts); i++) {
        struct restart *restart = &restarts[i];
        double times[RESTARTS];
        for (unsigned n = 0; n < RESTARTS; n++) times[n] = (double)measure_restart(restart->server) / 1e6;
        restart->milliseconds = median(times, RESTARTS);
        char path[512];
        struct stat file;
        snprintf(path, sizeof path, "%s/%s/state", states_folder, restart->folder);
        if (stat(path, &file) < 0) check(-errno, path);
        restart->kib = (double)file.st_size / 1024;
    }
}

// Reports in hard times of the directory, in ms: the median, the 99th percentile and the longest.

#define HARD_TIMES 2000
#define SLOW_TIMES 10
// Goals in ms: the additional time at p99, or with a stopped directory the time beyond the deadline at most.
#define SCREENING_GOAL 2.0
#define LOADING_GOAL 50.0
#define STOPPED_GOAL 10.0
#define DEADLINE_MSEC 100.0
// Numbers per second, including the bus.
#define LOAD_GOAL 5e6

static struct hard {
    const char *name, *key;
    double p50, p99, longest;
} hard[] = {
    {.name = "while a list loads", .key = "loading"},
    {.name = "while the directory is stopped", .key = "stopped"},
    {.name = "the first after a start, cold", .key = "cold"},
};

static double numbers_each_second;

static void note_hard(struct hard *found, uint64_t nsec[], unsigned count) {
    struct series series = {0};
    add_round(&series, nsec, count, 0, 0);  // sorts
    found->p50 = series.p50[0] / 1000;
    found->p99 = series.p99[0] / 1000;
    found->longest = (double)nsec[count - 1] / 1e6;
}

static void load_lists(void) {
    double seconds[LISTS];
    for (unsigned list = 0; list < LISTS; list++) seconds[list] = load_list(list, plan.list_length);
    numbers_each_second = plan.list_length / median(seconds, LISTS);
}

static void measure_hard_times(void) {
    static uint64_t nsec[HARD_TIMES];
    measure_while_loading(nsec, HARD_TIMES, plan.list_length);
    note_hard(&hard[0], nsec, HARD_TIMES);
    measure_while_stopped(nsec, SLOW_TIMES);
    note_hard(&hard[1], nsec, SLOW_TIMES);
    measure_cold(nsec, SLOW_TIMES);
    note_hard(&hard[2], nsec, SLOW_TIMES);
}

// Results

// The load of the machine before the measurements: processes that run or wait for a processor.
static double load;

static struct start floor_start, service_start;
static unsigned floor_messages, service_messages;

static void print_latency(const char *name, enum line line) {
    const struct series *series = &measurements[line].series;
    struct pair found = latency(series);
    const char *label = measurements[line].library == &lonely_app         ? "CallKit"
                        : measurements[line].library == &conversation_app ? "LiveCommunicationKit"
                        : line == NOTIFICATION_FLOOR                      ? "C"
                                                                          : measurements[line].server->label;
    printf("  %-48s %-20s %7.0f %7.0f %7.0f %7.0f\n", name, label, found.p50, found.p99,
           median(series->busy, series->rounds), median(series->client, series->rounds));
}

static void print_latencies(void) {
    printf("%ld processors, load %.1f at the start\n\n", sysconf(_SC_NPROCESSORS_ONLN), load);
    printf("Latency, µs (of %u rounds of %u, the medians)\n", plan.rounds, plan.times);
    printf("  %-48s %-20s %7s %7s %7s %7s\n", "", "", "p50", "p99", "CPU", "client");
    print_latency("echo of a short text", ECHO);
    print_latency("report an incoming call", REPORT_FLOOR);
    print_latency("", REPORT);
    print_latency("", REPORT_STATELESS);
    print_latency("", REPORT_FULL);
    print_latency("", REPORT_SCREENED);
    print_latency("report by the app itself, which writes it then", OWN_REPORT);
    print_latency("", REPORT_LIBRARY);
    print_latency("", REPORT_CONVERSATION);
    print_latency("", REPORT_CROWDED);
    print_latency("read all properties of a call", GET_ALL_FLOOR);
    print_latency("", GET_ALL);
    print_latency("", GET_ALL_FULL);
    print_latency("two echoes, one after the other", TWO_ECHOES);
    print_latency("answer a call, until a watcher sees it active", ANSWER_FLOOR);
    print_latency("", ANSWER);
    print_latency("", ANSWER_STATELESS);
    print_latency("", ANSWER_FULL);
    print_latency("answer by the app itself, until it has the audio", OWN_ANSWER);
    print_latency("", OWN_ANSWER_LIBRARY);
    print_latency("", OWN_ANSWER_CONVERSATION);
    print_latency("", OWN_ANSWER_CROWDED);
    print_latency("a notification alone, until it arrives", NOTIFICATION_FLOOR);
    print_latency("report an incoming call, until it is shown", NOTIFICATION);
    printf("  Full: %u providers with %u calls each. CPU: the server's own time for each, untimed clean-up included;\n"
           "  client: that of the process that asks. 100 apps: %u more with a provider each, which do nothing.\n",
           plan.providers, plan.calls_each, plan.apps);
    printf("  Messages on the bus for one answer: %u of the floor, %u of monkeycalld; 4 of two echoes.\n\n",
           floor_messages, service_messages);
}

static struct pair compare(const struct comparison *comparison) {
    return ratio(&measurements[comparison->line].series, &measurements[comparison->base].series);
}

static void print_ratios(void) {
    printf("Ratio%*s     p50     p99    goal\n", 46, "");
    for (size_t i = 0; i < COUNT(comparisons); i++) {
        struct pair found = compare(&comparisons[i]);
        printf("  %-48s %7.2f %7.2f", comparisons[i].name, found.p50, found.p99);
        if (comparisons[i].goal > 0) printf("    %.2f", comparisons[i].goal);
        printf("\n");
    }
    struct pair found = difference(&measurements[NOTIFICATION].series, &measurements[NOTIFICATION_FLOOR].series);
    printf("\nDifference, µs%*s     p50     p99    goal\n", 36, "");
    printf("  %-48s %7.0f %7.0f    %d\n", "report until it is shown - a notification alone", found.p50, found.p99,
           NOTIFICATION_GOAL);
    found = difference(&measurements[REPORT_SCREENED].series, &measurements[REPORT].series);
    printf("  %-48s %7.0f %7.0f    %.0f\n\n", "report with a directory - without", found.p50, found.p99,
           SCREENING_GOAL * 1000);
}

static void print_hard_times(void) {
    printf("Report with a directory, ms%*s     p50     p99 longest\n", 25, "");
    for (size_t i = 0; i < COUNT(hard); i++)
        printf("  %-48s %7.1f %7.1f %7.1f\n", hard[i].name, hard[i].p50, hard[i].p99, hard[i].longest);
    printf("  Goals: p99 at most %.0f ms more while a list loads; at most %.0f + %.0f ms with a stopped directory.\n",
           LOADING_GOAL, DEADLINE_MSEC, STOPPED_GOAL);
    printf("  Numbers loaded over the bus: %.1f million per second (goal %.0f)\n\n", numbers_each_second / 1e6,
           LOAD_GOAL / 1e6);
}

static void print_start(const char *name, const struct series *floor, const struct series *ours) {
    printf("  %-48s %7.1f %11.1f %7.2f\n", name, median(floor->p50, floor->rounds) / 1000,
           median(ours->p50, ours->rounds) / 1000, ratio(ours, floor).p50);
}

static void print_starts(void) {
    printf("Cold start, ms (median of %u)%*s       C monkeycalld   ratio\n", plan.starts, 21, "");
    print_start("busctl call, as a whole", &floor_start.busctl, &service_start.busctl);
    print_start("the call alone", &floor_start.call, &service_start.call);
    printf("\n");
}

static void print_restarts(void) {
    printf("After a kill, until the next reply (median of %u)%*s ms  KiB of state\n", RESTARTS, 12, "");
    for (size_t i = 0; i < COUNT(restarts); i++)
        printf("  %-46u calls %11.1f %13.0f\n", restarts[i].calls, restarts[i].milliseconds, restarts[i].kib);
    printf("\n");
}

static void print_floods(void) {
    printf("A client waits, s (median of %u)%*s    goal\n", FLOOD_TIMES, 27, "");
    for (enum flood flood = 0; flood < FLOODS; flood++)
        printf("  beside %-41s %7.3f     %.1f\n", flood_names[flood], flood_seconds[flood], FLOOD_GOAL);
    printf("\n");
}

static void print_idle(void) {
    printf("At rest%*s  threads     RSS private    anon wake-ups (KiB, %u s)\n", 27, "", plan.idle_seconds);
    for (size_t i = 0; i < COUNT(idle); i++)
        printf("  %-12s %-18s %8u %7u %7u %7u %8llu\n", idle[i].server == &floor_server ? "C" : "monkeycalld",
               idle[i].when, idle[i].memory.threads, idle[i].memory.resident_kib, idle[i].memory.private_kib,
               idle[i].memory.anonymous_kib, (unsigned long long)idle[i].wakeups);
    printf("  %-12s %-18s %8u %7u %7u %7u %8llu\n", "agent", "no call", agent_memory.threads,
           agent_memory.resident_kib, agent_memory.private_kib, agent_memory.anonymous_kib,
           (unsigned long long)agent_wakeups);
    printf("  %-12s %-18s %8u %7u %7u %7u %8llu\n", "directory", "lists, 5000 names", directory_memory.threads,
           directory_memory.resident_kib, directory_memory.private_kib, directory_memory.anonymous_kib,
           (unsigned long long)directory_wakeups);
    printf("  %-12s %-18s %8u %7u %7u %7u %8llu (of all %u)\n", "CallKit", "one of many apps", app_memory.threads,
           app_memory.resident_kib, app_memory.private_kib, app_memory.anonymous_kib, (unsigned long long)app_wakeups,
           plan.apps);
}

// The results as JSON

static void write_series(FILE *file, const char *key, const struct measurement *measurement, const char *end) {
    struct pair found = latency(&measurement->series);
    fprintf(file, "      \"%s\": {\"p50\": %.1f, \"p99\": %.1f, \"cpu\": %.1f, \"client\": %.1f}%s\n", key, found.p50,
            found.p99, median(measurement->series.busy, measurement->series.rounds),
            median(measurement->series.client, measurement->series.rounds), end);
}

static void write_start(
    FILE *file, const char *key, const struct series *floor, const struct series *ours, const char *end) {
    fprintf(file, "    \"%s\": {\"floor\": %.0f, \"monkeycalld\": %.0f, \"ratio\": %.3f}%s\n", key,
            median(floor->p50, floor->rounds), median(ours->p50, ours->rounds), ratio(ours, floor).p50, end);
}

static void write_json(const char *path) {
    FILE *file = fopen(path, "we");
    if (!file) check(-errno, path);
    fprintf(file, "{\n  \"processors\": %ld,\n  \"load\": %.2f,\n", sysconf(_SC_NPROCESSORS_ONLN), load);
    fprintf(file, "  \"unit\": \"microseconds\",\n  \"rounds\": %u,\n  \"times\": %u,\n", plan.rounds, plan.times);
    fprintf(file, "  \"comparisons\": {\n");
    for (size_t i = 0; i < COUNT(comparisons); i++) {
        const struct comparison *comparison = &comparisons[i];
        struct pair found = compare(comparison);
        fprintf(file, "    \"%s\": {\n", comparison->key);
        write_series(file, "base", &measurements[comparison->base], ",");
        write_series(file, "measured", &measurements[comparison->line], ",");
        if (comparison->goal > 0) fprintf(file, "      \"goal\": %.2f,\n", comparison->goal);
        fprintf(file, "      \"ratio\": {\"p50\": %.3f, \"p99\": %.3f}\n    }%s\n", found.p50, found.p99,
                i + 1 < COUNT(comparisons) ? "," : "");
    }
    struct pair later = difference(&measurements[NOTIFICATION].series, &measurements[NOTIFICATION_FLOOR].series);
    fprintf(file, "  },\n  \"notification\": {\n");
    write_series(file, "base", &measurements[NOTIFICATION_FLOOR], ",");
    write_series(file, "measured", &measurements[NOTIFICATION], ",");
    fprintf(file, "      \"goal\": %d,\n      \"difference\": {\"p50\": %.1f, \"p99\": %.1f}\n", NOTIFICATION_GOAL,
            later.p50, later.p99);
    later = difference(&measurements[REPORT_SCREENED].series, &measurements[REPORT].series);
    fprintf(file, "  },\n  \"screening\": {\n");
    write_series(file, "base", &measurements[REPORT], ",");
    write_series(file, "measured", &measurements[REPORT_SCREENED], ",");
    for (size_t i = 0; i < COUNT(hard); i++)
        fprintf(file, "      \"%s\": {\"p50\": %.0f, \"p99\": %.0f, \"longest\": %.0f},\n", hard[i].key,
                hard[i].p50 * 1000, hard[i].p99 * 1000, hard[i].longest * 1000);
    fprintf(file, "      \"numbersPerSecond\": %.0f,\n", numbers_each_second);
    fprintf(file, "      \"goal\": %.0f,\n      \"difference\": {\"p50\": %.1f, \"p99\": %.1f}\n",
            SCREENING_GOAL * 1000, later.p50, later.p99);
    fprintf(file, "  },\n  \"messagesOfAnAnswer\": {\"floor\": %u, \"monkeycalld\": %u},\n", floor_messages,
            service_messages);
    fprintf(file, "  \"coldStart\": {\n");
    write_start(file, "busctl", &floor_start.busctl, &service_start.busctl, ",");
    write_start(file, "call", &floor_start.call, &service_start.call, "");
    fprintf(file, "  },\n  \"restarts\": [\n");
    for (size_t i = 0; i < COUNT(restarts); i++)
        fprintf(file, "    {\"calls\": %u, \"milliseconds\": %.2f, \"stateKiB\": %.1f}%s\n", restarts[i].calls,
                restarts[i].milliseconds, restarts[i].kib, i + 1 < COUNT(restarts) ? "," : "");
    fprintf(file, "  ],\n  \"floodSeconds\": {");
    for (enum flood flood = 0; flood < FLOODS; flood++)
        fprintf(file, "%s\"%s\": %.3f", flood ? ", " : "", flood_keys[flood], flood_seconds[flood]);
    fprintf(file, "},\n  \"idleSeconds\": %u,\n  \"atRest\": [\n", plan.idle_seconds);
    for (size_t i = 0; i < COUNT(idle); i++)
        fprintf(file,
                "    {\"server\": \"%s\", \"threads\": %u, \"residentKiB\": %u, \"privateKiB\": %u, "
                "\"anonymousKiB\": %u, \"wakeups\": %llu}%s\n",
                idle[i].server->label, idle[i].memory.threads, idle[i].memory.resident_kib, idle[i].memory.private_kib,
                idle[i].memory.anonymous_kib, (unsigned long long)idle[i].wakeups, i + 1 < COUNT(idle) ? "," : "");
    fprintf(file, "  ],\n  \"apps\": {\"count\": %u, \"threads\": %u, \"residentKiB\": %u, \"privateKiB\": %u, "
            "\"anonymousKiB\": %u, \"wakeups\": %llu},\n",
            plan.apps, app_memory.threads, app_memory.resident_kib, app_memory.private_kib, app_memory.anonymous_kib,
            (unsigned long long)app_wakeups);
    fprintf(file, "  \"agent\": {\"threads\": %u, \"residentKiB\": %u, \"privateKiB\": %u, \"anonymousKiB\": %u, "
            "\"wakeups\": %llu},\n",
            agent_memory.threads, agent_memory.resident_kib, agent_memory.private_kib, agent_memory.anonymous_kib,
            (unsigned long long)agent_wakeups);
    fprintf(file, "  \"directory\": {\"threads\": %u, \"residentKiB\": %u, \"privateKiB\": %u, \"anonymousKiB\": %u, "
            "\"wakeups\": %llu}\n}\n",
            directory_memory.threads, directory_memory.resident_kib, directory_memory.private_kib,
            directory_memory.anonymous_kib, (unsigned long long)directory_wakeups);
    if (fclose(file) != 0) check(-errno, path);
}

static void say(const char *what) { fprintf(stderr, "benchmark: %s\n", what); }

static void start_apps(void) {
    char identifier[64];
    start_library(&lonely_app, library_program, "callkit", service.address, PROVIDER ".Lonely");
    start_library(
        &conversation_app, library_program, "livecommunicationkit", service.address, PROVIDER ".Conversations");
    start_library(&crowded_app, library_program, "callkit", crowded_service.address, PROVIDER ".Crowded");
    for (unsigned i = 0; i < plan.apps; i++) {
        snprintf(identifier, sizeof identifier, PROVIDER ".Idle%u", i);
        start_library(&idle_apps[i], library_program, "callkit", crowded_service.address, identifier);
    }
    sd_bus *bus = connect_to(crowded_service.address);
    crowded_service.pid = owner_of(bus, SERVICE_NAME);
    sd_bus_flush_close_unref(bus);
}

static void run(void) {
    say("cold starts");
    for (unsigned i = 0; i < plan.starts; i++) {
        measure_start(floor_server.address, FLOOR_NAME, &floor_start);
        measure_start(service.address, SERVICE_NAME, &service_start);
    }

    connect_server(&floor_server);
    connect_server(&service);
    for (size_t i = 0; i < 2; i++) idle[i].memory = memory_of(idle[i].server->pid);
    compare_properties(&floor_server, &service);
    floor_messages = messages_of_answer(&floor_server);
    service_messages = messages_of_answer(&service);

    connect_server(&stateless_service);
    say("filling the registry");
    connect_server(&hundred_service);
    fill(&hundred_service, 10, 10);
    connect_server(&full_service);
    fill(&full_service, plan.providers, plan.calls_each);

    say("starting apps");
    start_apps();
    connect_server(&agent_server);
    start_agent(agent_program);
    connect_server(&screened_service);
    start_directory(directory_program);
    say("loading lists");
    load_lists();

    say("latencies");
    measure_latencies();
    say("a busy, stopped and cold directory");
    measure_hard_times();
    idle[2].memory = memory_of(full_service.pid);

    say("rest");
    measure_idle();

    say("floods");
    measure_floods();

    say("restarts");
    measure_restarts();
}

int main(int argc, char *argv[]) {
    static const struct option options[] = {
        {"quick", no_argument, NULL, 'q'},
        {"json", required_argument, NULL, 'j'},
        {"library", required_argument, NULL, 'l'},
        {"agent", required_argument, NULL, 'a'},
        {"directory", required_argument, NULL, 'd'},
        {"states", required_argument, NULL, 's'},
        {NULL, 0, NULL, 0},
    };
    const char *json = NULL;
    for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;)
        switch (option) {
            case 'q':
                plan.rounds = 3, plan.times = 50, plan.starts = 3, plan.idle_seconds = 5;
                plan.list_length = 1000000;
                break;
            case 'j': json = optarg; break;
            case 'l': library_program = optarg; break;
            case 'a': agent_program = optarg; break;
            case 'd': directory_program = optarg; break;
            case 's': states_folder = optarg; break;
            default: return 2;
        }
    if (argc - optind != 8 || !library_program || !agent_program || !directory_program || !states_folder) return 2;
    floor_server.address = service.address = argv[optind];
    full_service.address = argv[optind + 1];
    crowded_service.address = argv[optind + 2];
    agent_server.address = argv[optind + 3];
    flooded_service.address = argv[optind + 4];
    stateless_service.address = argv[optind + 5];
    hundred_service.address = argv[optind + 6];
    screened_service.address = argv[optind + 7];

    if (getloadavg(&load, 1) != 1) load = 0;
    run();
    print_latencies();
    print_ratios();
    print_hard_times();
    print_starts();
    print_restarts();
    print_floods();
    print_idle();
    if (json) write_json(json);
    return 0;
}

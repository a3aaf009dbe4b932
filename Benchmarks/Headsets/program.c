// SPDX-License-Identifier: MIT

#include "program.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>

#include <systemd/sd-event.h>

#include "../server.h"

static void (*ring_call)(sd_bus *), (*end_call)(sd_bus *);

void say(const char *word) {
    printf("%s %" PRIu64 "\n", word, now_nsec());
    fflush(stdout);
}

// The other side waits for each answer, so there is one line at a time.
static int read_line(sd_event_source *source, int fd, uint32_t events, void *bus) {
    char line[64];
    if (!fgets(line, sizeof line, stdin)) return sd_event_exit(sd_event_source_get_event(source), 0);
    if (strcmp(line, "ring\n") == 0)
        ring_call(bus);
    else if (strcmp(line, "end\n") == 0)
        end_call(bus);
    else
        fail("the input has neither ring nor end");
    return 0;
}

int run_program(sd_bus *bus, void (*ring)(sd_bus *), void (*end)(sd_bus *)) {
    sd_event *loop = NULL;
    ring_call = ring;
    end_call = end;
    check(sd_event_new(&loop), "making the loop");
    check(sd_bus_attach_event(bus, loop, SD_EVENT_PRIORITY_NORMAL), "following the bus");
    check(sd_event_add_io(loop, NULL, 0, EPOLLIN, read_line, bus), "following the input");
    say("ready");
    return check(sd_event_loop(loop), "the loop");
}

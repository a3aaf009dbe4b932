/* SPDX-License-Identifier: MIT */
#pragma once
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/timerfd.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <systemd/sd-login.h>

/*
 * Rows of an interface table. The macros of sd-bus paste string literals and are out of Swift's reach, and the
 * bit-fields and unnamed unions of the row are easier to fill here. `row` comes back as the user data of the callbacks:
 * SD_BUS_VTABLE_ABSOLUTE_OFFSET lets the offset carry it, so that a callback finds its Swift object without a lookup.
 */

static inline sd_bus_vtable csystemd_vtable_start(void) {
    return (sd_bus_vtable) SD_BUS_VTABLE_START(0);
}

static inline sd_bus_vtable csystemd_vtable_end(void) {
    return (sd_bus_vtable) SD_BUS_VTABLE_END;
}

/* `names`: those of the arguments, then those of the results, each with its NUL, and one NUL more at the end. */
static inline sd_bus_vtable csystemd_vtable_method(
    const char *member, const char *signature, const char *result, const char *names, sd_bus_message_handler_t handler,
    const void *row) {
    return (sd_bus_vtable) {
        .type = _SD_BUS_VTABLE_METHOD,
        .flags = SD_BUS_VTABLE_UNPRIVILEGED | SD_BUS_VTABLE_ABSOLUTE_OFFSET,
        .x.method = {
            .member = member, .signature = signature, .result = result, .handler = handler, .offset = (size_t) row,
            .names = names,
        },
    };
}

static inline sd_bus_vtable csystemd_vtable_property(
    const char *member, const char *signature, uint64_t emits, sd_bus_property_get_t get, const void *row) {
    return (sd_bus_vtable) {
        .type = _SD_BUS_VTABLE_PROPERTY,
        .flags = emits | SD_BUS_VTABLE_ABSOLUTE_OFFSET,
        .x.property = { .member = member, .signature = signature, .get = get, .offset = (size_t) row },
    };
}

static inline sd_bus_vtable csystemd_vtable_signal(const char *member, const char *signature, const char *names) {
    return (sd_bus_vtable) {
        .type = _SD_BUS_VTABLE_SIGNAL,
        .x.signal = { .member = member, .signature = signature, .names = names },
    };
}

/* Of memfds, by number: the headers show them only with _GNU_SOURCE, and <linux/fcntl.h> clashes with <fcntl.h>. */
extern int memfd_create(const char *name, unsigned int flags);
enum { CSYSTEMD_MFD_CLOEXEC = 1, CSYSTEMD_MFD_ALLOW_SEALING = 2 };
enum {
    CSYSTEMD_ADD_SEALS = 1033,
    CSYSTEMD_GET_SEALS = 1034,
    CSYSTEMD_SEAL_SHRINK = 2,
    CSYSTEMD_SEAL_GROW = 4,
    CSYSTEMD_SEAL_WRITE = 8,
};

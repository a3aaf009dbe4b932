/* SPDX-License-Identifier: MIT */
#pragma once
#include <canberra.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Functions with variable arguments, which Swift cannot call. */

/* Ends with the parent, and gains no privilege by a program. False if the parent `parent` has gone already. */
static inline int ccanberra_confine(pid_t parent) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 0;
    return getppid() == parent;
}

/* Closes all descriptors from `first` on. Kernels before 5.9 cannot; there the descriptors are those of a fresh program. */
static inline void ccanberra_close_from(unsigned first) { syscall(SYS_close_range, first, ~0U, 0); }

static inline int ccanberra_limit(int resource, unsigned long most) {
    struct rlimit limit = {most, most};
    return setrlimit(resource, &limit);
}

/* Seconds of the processor, bytes of addresses (a sound server maps its memory in blocks of 64 MiB), descriptors, no core dump. */
static inline int ccanberra_limit_all(void) {
    return ccanberra_limit(RLIMIT_CPU, 20) == 0 && ccanberra_limit(RLIMIT_AS, 2UL << 30) == 0
        && ccanberra_limit(RLIMIT_NOFILE, 64) == 0 && ccanberra_limit(RLIMIT_CORE, 0) == 0;
}

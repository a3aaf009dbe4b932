/* SPDX-License-Identifier: MIT */
#pragma once
#include <canberra.h>
#include <fcntl.h>
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

/* Closes all descriptors from `first` on. Kernels before 5.9 cannot; there the new program keeps its descriptors. */
static inline void ccanberra_close_from(unsigned first) { syscall(SYS_close_range, first, ~0U, 0); }

/* When memory is short, the kernel ends this process and not its parent. No privilege is needed for that. */
static inline void ccanberra_end_first(void) {
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    if (write(file, "1000", 4) < 0) { /* The limits of memory remain. */ }
    close(file);
}

static inline int ccanberra_limit(int resource, unsigned long most) {
    struct rlimit limit = {most, most};
    return setrlimit(resource, &limit);
}

/* Seconds of the processor, bytes of addresses, bytes of its own memory, descriptors, no core dump.
 * libpulse shares a block of 64 MiB with the sound server, or has it alone if the server shares no memory. The stacks
 * of threads count in full; decoders need few MiB. The agent has as much again in its control group of 256 MiB. */
static inline int ccanberra_limit_all(void) {
    return ccanberra_limit(RLIMIT_CPU, 20) == 0 && ccanberra_limit(RLIMIT_AS, 2UL << 30) == 0
        && ccanberra_limit(RLIMIT_DATA, 128UL << 20) == 0
        && ccanberra_limit(RLIMIT_NOFILE, 64) == 0 && ccanberra_limit(RLIMIT_CORE, 0) == 0;
}

// SPDX-License-Identifier: MIT
// What the kernel knows of a process.
#pragma once

#include <stdint.h>
#include <sys/types.h>

struct memory {
    unsigned threads, resident_kib;
    unsigned private_kib;    // pages that no other process has: also those of its own program
    unsigned anonymous_kib;  // what is in no file: what it has written to, heap and relocations
};

struct memory memory_of(pid_t pid);
// How often its threads have gone to sleep, or were made to: each is a wake-up.
uint64_t switches_of(pid_t pid);
// Nanoseconds on a processor of its threads, 0 if the kernel does not count them.
uint64_t busy_nsec_of(pid_t pid);

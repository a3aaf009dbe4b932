// SPDX-License-Identifier: MIT
// Measurements of a process by the kernel.
#pragma once

#include <stdint.h>
#include <sys/types.h>

struct memory {
    unsigned threads, resident_kib;
    unsigned private_kib;    // pages that no other process has, including its own program
    unsigned anonymous_kib;  // memory in no file: written pages, heap and relocations
};

struct memory memory_of(pid_t pid);
// The context switches of its threads: each is a wake-up.
uint64_t switches_of(pid_t pid);
// The processor time of all its threads in nanoseconds.
uint64_t busy_nsec_of(pid_t pid);

// SPDX-License-Identifier: MIT
// A program with a window, on a bus of its own.
#pragma once

#include <stdint.h>
#include <sys/types.h>

// A first frame changes at least so many pixels of the screen.
#define FRAME_PIXELS 50000

struct program {
    const char *label;  // for people
    const char *path;
    const char *arguments[3];
    pid_t pid;
};

// The log of the programs: an error of the benchmark prints its end.
extern const char *log_path;

// Starts the program on that bus, and returns when its window has its first frame: the nanoseconds until then. The
// processor time of the program until then is added to `busy_nsec`, if it is not NULL.
uint64_t start(struct program *program, const char *address, uint64_t *busy_nsec);
// Ends the program, and returns when its window, which is visible, is gone.
void stop(struct program *program);

// SPDX-License-Identifier: MIT
// What the app and the floor have in common: they do what their standard input says, and print when.
#pragma once

#include <systemd/sd-bus.h>

#define CALLER "+4930123456"

// Prints a word and the nanoseconds of the monotonic clock.
void say(const char *word);

// Prints `ready`. Then it lets a call ring for each line `ring`, and ends it for each line `end`, until the input ends.
int run_program(sd_bus *bus, void (*ring)(sd_bus *), void (*end)(sd_bus *));

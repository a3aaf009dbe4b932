// SPDX-License-Identifier: MIT
// The screen of an X server, seen from outside: when its pixels change.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// Connects to $DISPLAY.
void open_screen(void);

// Remembers the present pixels: later changes are relative to them.
void remember_screen(void);
// Waits until at least that many pixels differ from the remembered ones. Returns the time at which the server reported
// the drawing.
uint64_t wait_for_change(unsigned pixels);
// Waits until no frame changes at least that many pixels for so long. Returns the time of the last one that did; 0 if
// there was none.
uint64_t last_change(unsigned pixels, unsigned milliseconds);
// Waits until no more than that many pixels differ from the remembered ones.
void wait_for_return(unsigned pixels);
// Waits until nothing was drawn for so long. Returns the time of the last drawing; 0 if there was none.
uint64_t wait_for_rest(unsigned milliseconds);

// Puts the pointer on the middle of the window of that process, and away from all windows.
void point_at(pid_t pid);
void point_away(void);
// Turns the wheel down by one step, and waits until at least that many pixels differ. Returns the nanoseconds until
// then.
uint64_t scroll(unsigned pixels);

// Asks the window manager to minimise the window of that process, and waits until it is.
void minimise(pid_t pid);

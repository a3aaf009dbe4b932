// SPDX-License-Identifier: MIT
#pragma once
#include <stdbool.h>

struct wl_display;
struct wl_surface;

/// Asks the compositor to show the surface above its lock screen. Call it while the surface has its role and no buffer.
/// False if the compositor does not offer this to the program.
bool lock_screen_overlay_allow(struct wl_display *display, struct wl_surface *surface);

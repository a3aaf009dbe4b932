// SPDX-License-Identifier: MIT
// A call and the recent calls in the widgets of the measured window.
#pragma once

#include <gtk/gtk.h>

// Opens the window of the .ui files of that folder, with recent calls.
void open_call_window(GtkApplication *application, const char *interface);
// Shows a call with that name in front of the pages; "" shows the pages again, with the call that has ended.
void show_call(const char *name);

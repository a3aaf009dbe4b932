// SPDX-License-Identifier: MIT
// The past calls of the user's directory.
#pragma once

#include "server.h"

#define DIRECTORY_NAME "org.monkeycall.Directory"

// Lets the bus start the directory.
void start_directory(const struct server *server);
// Lets so many calls with different callers begin and end, and returns when the directory's history has them.
void fill_history(struct server *server, unsigned calls);

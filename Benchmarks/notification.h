// SPDX-License-Identifier: MIT
// From the report of a call to its notification: this process is both the app and the notification server.
#pragma once

#include "calls.h"

// The agent is the only shell on the bus of `agent_server`. Start it after connect_server.
extern struct server agent_server;
void start_agent(const char *program);

// A notification alone, sent by the app's connection, and the agent's notification of a report: until `Notify` arrives.
extern const struct scenario bare_notification, notification;

// SPDX-License-Identifier: MIT
// From a call's report to its notification: this process is the app that reports, and the notification server.
#pragma once

#include "calls.h"

// The agent on the bus of `agent_server`, which it is the only shell of: started when the server is connected.
extern struct server agent_server;
void start_agent(const char *program);

// A notification alone, sent by the app's connection, and what the agent makes of a report: until `Notify` arrives.
extern const struct scenario bare_notification, notification;

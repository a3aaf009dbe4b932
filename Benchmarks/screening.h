// SPDX-License-Identifier: MIT
// Reports of calls that the user's directory screens.
#pragma once

#include "calls.h"
#include "process.h"

// The service and the directory on one bus. Start the directory after connect_server.
extern struct server screened_service;
// The directory keeps its lists, history and contacts below $XDG_DATA_HOME.
void start_directory(const char *program);
pid_t directory_pid(void);

// A report of a stranger: the directory reads the history and the lists.
extern const struct scenario screened_report;

#define LISTS 2
#define LIST_LENGTH 10000000

// Loads that many numbers as one of the lists, and returns the seconds.
double load_list(unsigned list, unsigned numbers);
// The nanoseconds of each report while another process loads lists without a pause.
void measure_while_loading(uint64_t nsec[], unsigned count, unsigned numbers);
// The same while the directory is stopped by SIGSTOP.
void measure_while_stopped(uint64_t nsec[], unsigned count);
// The first report after a start of the directory with nothing of its files in memory.
void measure_cold(uint64_t nsec[], unsigned count);

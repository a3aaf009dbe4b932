// SPDX-License-Identifier: MIT
// The names that the service, the floor and the client share.
#pragma once

#define SERVICE_NAME "org.monkeycall.CallManager"
#define FLOOR_NAME "org.monkeycall.Benchmark.Floor"

// The floor has the same objects and interfaces: only the bus name differs.
#define MANAGER_PATH "/org/monkeycall/CallManager"
#define CALLS_PATH MANAGER_PATH "/calls"
#define MANAGER_INTERFACE "org.monkeycall.CallManager"
#define CALL_INTERFACE MANAGER_INTERFACE ".Call"
#define AUDIO_INTERFACE MANAGER_INTERFACE ".Audio"

// Only the floor has this interface.
#define ECHO_INTERFACE "org.monkeycall.Benchmark.Echo"

#define PROVIDER "org.monkeycall.Benchmark"

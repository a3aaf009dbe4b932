// SPDX-License-Identifier: MIT
#pragma once
#include <adwaita.h>
#include <gdk/wayland/gdkwayland.h>
#include "replaced.h"

// Macros with casts, which Swift does not import.
static const GType CTypeBoolean = G_TYPE_BOOLEAN;
static const GType CTypeInt = G_TYPE_INT;
static const GType CTypeUInt = G_TYPE_UINT;
static const GType CTypeEnum = G_TYPE_ENUM;
static const GType CTypeFlags = G_TYPE_FLAGS;
static const GType CTypeDouble = G_TYPE_DOUBLE;
static const GType CTypeString = G_TYPE_STRING;
static const GType CTypePointer = G_TYPE_POINTER;
static const GType CTypeObject = G_TYPE_OBJECT;
static const GType CTypeInterface = G_TYPE_INTERFACE;
static const GType CTypeVariant = G_TYPE_VARIANT;

// A source of GLib's main loop that turns a loop of another kind.
typedef struct {
    GSource base;
    void *loop;
} CLoopSource;

/* SPDX-License-Identifier: MIT */
#pragma once
#include <libintl.h>

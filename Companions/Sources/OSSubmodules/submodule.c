/* SPDX-License-Identifier: MIT */
#include "submodule.h"

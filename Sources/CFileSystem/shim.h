/* SPDX-License-Identifier: MIT */
#pragma once
/* statfs(2), which Swift's module Glibc does not have. */
#include <sys/vfs.h>

/* SPDX-License-Identifier: MIT */
/* It declares nothing: the target only has to compile. */

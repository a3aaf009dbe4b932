/* SPDX-License-Identifier: MIT */
/* Declares nothing: see module.modulemap. */

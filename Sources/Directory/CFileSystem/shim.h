/* SPDX-License-Identifier: MIT */
#pragma once
#include <link.h>
#include <linux/magic.h>
/* malloc_trim(3), statfs(2) and prctl(2), which Swift's module Glibc does not have. */
#include <malloc.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/vfs.h>

/* F_SETSIG and F_SETLEASE, which glibc shows to GNU programs only. */
enum { CFILESYSTEM_SET_SIGNAL = 10, CFILESYSTEM_SET_LEASE = 1024 };

/* The kernel shows the first 15 bytes of the name. */
static inline void cfilesystem_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

/* Whether the file is on a server. */
static inline bool cfilesystem_is_remote(int descriptor) {
    struct statfs system;
    if (fstatfs(descriptor, &system) != 0) return true;
    switch ((unsigned) system.f_type) {
    case NFS_SUPER_MAGIC:
    case SMB_SUPER_MAGIC:
    case CIFS_SUPER_MAGIC:
    case SMB2_SUPER_MAGIC: return true;
    default: return false;
    }
}

/* dl_iterate_phdr(3), which glibc shows to GNU programs only: calls the body with the program and each library. */
struct cfilesystem_object {
    ElfW(Addr) address;
    const char *name;
    const ElfW(Phdr) *segments;
    ElfW(Half) count;
};
int cfilesystem_each_object(int (*body)(struct cfilesystem_object *, size_t, void *), void *data) __asm__("dl_iterate_phdr");

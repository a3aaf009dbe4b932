/* SPDX-License-Identifier: MIT */
#pragma once
#include <dbus/dbus.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/memfd.h>
#include <linux/sched.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * glibc's setresuid() and similar functions change every thread of the process. The raw system calls change only the
 * calling thread: a test needs this to connect to the bus under several user ids at once. They are variadic in C
 * (`syscall`), so Swift cannot call them.
 */

/** Drops the supplementary groups of the calling thread. */
static inline long bus_testing_drop_thread_groups(void) {
    return syscall(SYS_setgroups, (size_t)0, (void *)0);
}

/** Sets all three group ids of the calling thread. */
static inline long bus_testing_set_thread_gid(gid_t gid) {
    return syscall(SYS_setresgid, gid, gid, gid);
}

/** Sets all three user ids of the calling thread. */
static inline long bus_testing_set_thread_uid(uid_t uid) {
    return syscall(SYS_setresuid, uid, uid, uid);
}

/** A descriptor that becomes readable when the process ends. */
static inline int bus_testing_pidfd_open(pid_t pid) {
    return (int)syscall(SYS_pidfd_open, pid, 0U);
}

/* glibc declares these only with _GNU_SOURCE. Swift's module of glibc is built without it. */
extern int pipe2(int ends[2], int flags);
extern int dup3(int from, int to, int flags);
extern int memfd_create(const char *name, unsigned int flags);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);

/** Forbids every change of a memory file: F_ADD_SEALS with F_SEAL_SEAL, _SHRINK, _GROW and _WRITE. */
static inline int bus_testing_seal(int descriptor) {
    return fcntl(descriptor, 1033, 0x1 | 0x2 | 0x4 | 0x8);
}

/** Sends bytes without waiting. The descriptor, if it is not -1, goes with the first of them. */
static inline ssize_t bus_testing_send(int socket_fd, const void *bytes, size_t count, int descriptor) {
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct iovec part = {(void *)bytes, count};
    struct msghdr message = {0};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (descriptor >= 0) {
        message.msg_control = control.space;
        message.msg_controllen = sizeof control.space;
        struct cmsghdr *first = CMSG_FIRSTHDR(&message);
        first->cmsg_level = SOL_SOCKET;
        first->cmsg_type = SCM_RIGHTS;
        first->cmsg_len = CMSG_LEN(sizeof(int));
        *(int *)CMSG_DATA(first) = descriptor;
    }
    return sendmsg(socket_fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

/**
 * Forks a process that only connects `socket_fd`, so that the peer at the other end sees that process.
 *
 * The child waits for a byte from `lifeline` (its parent first moves it to a control group), takes the user id,
 * connects, writes the errno of these steps to `report`, and stays until `lifeline` is closed. It makes only system
 * calls: the parent has many threads, so the child must not take a lock.
 */
static inline pid_t bus_testing_fork_peer(
    int lifeline, int report, int socket_fd, const struct sockaddr *address, socklen_t length, uid_t uid,
    gid_t gid) {
    pid_t child = fork();
    if (child != 0) return child;
    char byte = 0;
    int failure = 0;
    if (read(lifeline, &byte, 1) != 1) _exit(1);
    if (uid != geteuid()
        && (bus_testing_drop_thread_groups() || bus_testing_set_thread_gid(gid) || bus_testing_set_thread_uid(uid)))
        failure = errno;
    else if (connect(socket_fd, address, length))
        failure = errno;
    if (write(report, &failure, sizeof failure) != sizeof failure) _exit(1);
    /* The other inherited descriptors would keep pipes and sockets of other processes open. */
    if (lifeline != 0) dup2(lifeline, 0);
    syscall(SYS_close_range, 1U, ~0U, 0U);
    while (read(0, &byte, 1) > 0) {}
    _exit(0);
}

/**
 * Forks a process that gets this number, which must be free, and does nothing until it is killed. The kernel lets root
 * choose the number.
 */
static inline pid_t bus_testing_fork_as(pid_t number) {
    struct clone_args arguments = {
        .exit_signal = SIGCHLD, .set_tid = (uint64_t)(uintptr_t)&number, .set_tid_size = 1};
    long child = syscall(SYS_clone3, &arguments, sizeof arguments);
    if (child != 0) return (pid_t)child;
    syscall(SYS_close_range, 0U, ~0U, 0U);
    for (;;) syscall(SYS_pause);
}

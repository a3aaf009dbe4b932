// SPDX-License-Identifier: MIT

#include "screen.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XShm.h>
#include <X11/extensions/XTest.h>
#include <X11/extensions/Xdamage.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/shm.h>

#include "server.h"

#define PATIENCE_MSEC 30000
// After this time without a frame the wheel turns again.
#define SCROLL_MSEC 200
#define MOST_WINDOWS 64
// The button of the mouse that X sends when the wheel turns down.
#define WHEEL_DOWN 5

static Display *display;
static Window root;
static Damage damage;
static int damage_event;
// The present pixels, in memory that the server writes; and the remembered ones.
static XImage *image;
static XShmSegmentInfo memory;
static uint32_t *remembered;

static size_t pixel_count(void) { return (size_t)image->width * (size_t)image->height; }

void open_screen(void) {
    int error_event;
    display = XOpenDisplay(NULL);
    if (!display) fail("cannot connect to the X server: start one, and set DISPLAY");
    root = DefaultRootWindow(display);
    if (!XDamageQueryExtension(display, &damage_event, &error_event) || !XShmQueryExtension(display))
        fail("the X server needs the extensions DAMAGE and MIT-SHM");
    int screen = DefaultScreen(display);
    image = XShmCreateImage(
        display, DefaultVisual(display, screen), (unsigned)DefaultDepth(display, screen), ZPixmap, NULL, &memory,
        (unsigned)DisplayWidth(display, screen), (unsigned)DisplayHeight(display, screen));
    if (!image || image->bits_per_pixel != 32) fail("the screen needs 32 bits for a pixel: start Xvfb with a depth of 24");
    memory.shmid = shmget(IPC_PRIVATE, pixel_count() * 4, IPC_CREAT | 0600);
    memory.shmaddr = shmat(memory.shmid, NULL, 0);
    // The segment ends with its last user.
    shmctl(memory.shmid, IPC_RMID, NULL);
    image->data = memory.shmaddr;
    XShmAttach(display, &memory);
    remembered = malloc(pixel_count() * 4);
    damage = XDamageCreate(display, root, XDamageReportNonEmpty);
    remember_screen();
}

static void look(void) {
    XDamageSubtract(display, damage, None, None);
    XShmGetImage(display, root, image, 0, 0, AllPlanes);
}

void remember_screen(void) {
    look();
    memcpy(remembered, image->data, pixel_count() * 4);
}

static unsigned differences(void) {
    const uint32_t *present = (const uint32_t *)(const void *)image->data;
    unsigned count = 0;
    for (size_t i = 0; i < pixel_count(); i++) count += (present[i] ^ remembered[i]) << 8 != 0;
    return count;
}

// The time of the next drawing; 0 if there is none for so long.
static uint64_t next_drawing(int milliseconds) {
    uint64_t deadline = now_nsec() + (uint64_t)milliseconds * 1000000;
    for (;;) {
        while (XPending(display) > 0) {
            XEvent event;
            XNextEvent(display, &event);
            if (event.type == damage_event + XDamageNotify) return now_nsec();
        }
        uint64_t now = now_nsec();
        if (now >= deadline) return 0;
        struct pollfd connection = {.fd = ConnectionNumber(display), .events = POLLIN};
        poll(&connection, 1, (int)((deadline - now) / 1000000) + 1);
    }
}

// The time of the frame that changes so many pixels; 0 if there is none for so long.
static uint64_t change_within(unsigned pixels, int milliseconds) {
    for (;;) {
        uint64_t time = next_drawing(milliseconds);
        if (time == 0) return 0;
        look();
        if (differences() >= pixels) return time;
    }
}

uint64_t wait_for_change(unsigned pixels) {
    uint64_t time = change_within(pixels, PATIENCE_MSEC);
    if (time == 0) fail("the expected frame has not appeared");
    return time;
}

uint64_t last_change(unsigned pixels, unsigned milliseconds) {
    uint64_t last = 0, time;
    do {
        remember_screen();
        time = change_within(pixels, (int)milliseconds);
        if (time > 0) last = time;
    } while (time > 0);
    return last;
}

void wait_for_return(unsigned pixels) {
    look();
    while (differences() > pixels) {
        if (next_drawing(PATIENCE_MSEC) == 0) fail("the picture of before has not come back");
        look();
    }
}

uint64_t wait_for_rest(unsigned milliseconds) {
    uint64_t last = 0, time;
    // It must not wait for the end of an endless animation.
    uint64_t deadline = now_nsec() + (uint64_t)PATIENCE_MSEC * 1000000;
    look();
    while ((time = next_drawing((int)milliseconds)) > 0) {
        if (time > deadline) fail("the window never stops drawing");
        last = time;
        look();
    }
    return last;
}

// The elements of a property of a window; none if it has no such property.
static unsigned long property(Window window, const char *name, unsigned long elements[], unsigned long most) {
    Atom type;
    int format;
    unsigned long count = 0, rest;
    unsigned char *data = NULL;
    XGetWindowProperty(
        display, window, XInternAtom(display, name, False), 0, (long)most, False, AnyPropertyType, &type, &format, &count,
        &rest, &data);
    if (format == 32) memcpy(elements, data, count * sizeof *elements);
    if (data) XFree(data);
    return format == 32 ? count : 0;
}

static Window window_of(pid_t pid) {
    unsigned long windows[MOST_WINDOWS], owner;
    unsigned long count = property(root, "_NET_CLIENT_LIST", windows, MOST_WINDOWS);
    for (unsigned long i = 0; i < count; i++)
        if (property(windows[i], "_NET_WM_PID", &owner, 1) == 1 && (pid_t)owner == pid) return windows[i];
    fail("a process has no window, or no window manager runs");
}

void point_at(pid_t pid) {
    Window window = window_of(pid), child;
    XWindowAttributes shape;
    int x, y;
    XGetWindowAttributes(display, window, &shape);
    XTranslateCoordinates(display, window, root, shape.width / 2, shape.height / 2, &x, &y, &child);
    XTestFakeMotionEvent(display, -1, x, y, CurrentTime);
    XFlush(display);
}

void point_away(void) {
    XTestFakeMotionEvent(display, -1, 0, 0, CurrentTime);
    XFlush(display);
}

uint64_t scroll(unsigned pixels) {
    remember_screen();
    uint64_t begin = now_nsec();
    // At the end of a list that does not have its next rows yet, the wheel has no effect.
    for (int tries = 0; tries < PATIENCE_MSEC / SCROLL_MSEC; tries++) {
        XTestFakeButtonEvent(display, WHEEL_DOWN, True, CurrentTime);
        XTestFakeButtonEvent(display, WHEEL_DOWN, False, CurrentTime);
        XFlush(display);
        uint64_t time = change_within(pixels, SCROLL_MSEC);
        if (time > 0) return time - begin;
    }
    fail("a list does not scroll");
}

void minimise(pid_t pid) {
    Window window = window_of(pid);
    unsigned long state[2];
    XSelectInput(display, window, PropertyChangeMask);
    XIconifyWindow(display, window, DefaultScreen(display));
    for (;;) {
        XEvent event;
        if (property(window, "WM_STATE", state, 2) > 0 && state[0] == IconicState) return;
        XWindowEvent(display, window, PropertyChangeMask, &event);
    }
}

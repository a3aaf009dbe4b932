// SPDX-License-Identifier: MIT
#include "CLockScreenOverlay.h"

#include <stdint.h>
#include <string.h>
#include <wayland-client.h>

#include "kde-lockscreen-overlay-v1-client-protocol.h"

static void found(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    struct kde_lockscreen_overlay_v1 **overlay = data;
    (void)version;
    if (*overlay == NULL && strcmp(interface, kde_lockscreen_overlay_v1_interface.name) == 0)
        *overlay = wl_registry_bind(registry, name, &kde_lockscreen_overlay_v1_interface, 1);
}

static void lost(void *data, struct wl_registry *registry, uint32_t name) {
    (void)data;
    (void)registry;
    (void)name;
}

static const struct wl_registry_listener listener = {found, lost};

// A queue of its own, so that no event of GTK is handled here.
bool lock_screen_overlay_allow(struct wl_display *display, struct wl_surface *surface) {
    struct kde_lockscreen_overlay_v1 *overlay = NULL;
    struct wl_event_queue *queue = wl_display_create_queue(display);
    struct wl_display *wrapper = wl_proxy_create_wrapper(display);
    wl_proxy_set_queue((struct wl_proxy *)wrapper, queue);
    struct wl_registry *registry = wl_display_get_registry(wrapper);
    wl_proxy_wrapper_destroy(wrapper);
    wl_registry_add_listener(registry, &listener, &overlay);
    wl_display_roundtrip_queue(display, queue);
    if (overlay != NULL) {
        kde_lockscreen_overlay_v1_allow(overlay, surface);
        kde_lockscreen_overlay_v1_destroy(overlay);
    }
    wl_registry_destroy(registry);
    wl_event_queue_destroy(queue);
    return overlay != NULL;
}

// SPDX-License-Identifier: MIT
internal import CSystemd

/// The steps of a turn, for a loop of another kind that waits for `descriptor` in place of `run()`. A failure of a step
/// means that there is nothing to do.
extension EventLoop {
    /// Becomes readable when there may be something to handle.
    package var descriptor: Int32 { sd_event_get_fd(raw) }

    /// Before the wait. True if something is ready, so that there must be no wait.
    package func prepare() -> Bool {
        // The other loop has waited without asking: `sd_event_prepare` would say EBUSY.
        if sd_event_get_state(raw) == SD_EVENT_ARMED, sd_event_wait(raw, 0) > 0 { return true }
        if sd_event_get_state(raw) == SD_EVENT_PENDING { return true }
        return sd_event_prepare(raw) > 0
    }

    /// After the wait. True if something is ready.
    package func poll() -> Bool { sd_event_get_state(raw) == SD_EVENT_PENDING || sd_event_wait(raw, 0) > 0 }

    /// Handles the next thing that is ready. Only after `prepare()` or `poll()` was true.
    package func dispatch() { sd_event_dispatch(raw) }
}

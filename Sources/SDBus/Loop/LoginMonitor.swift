// SPDX-License-Identifier: MIT
internal import CSystemd
internal import Glibc

/// The login sessions that logind knows. Without logind no session is known, and every session counts as active.
public final class LoginMonitor {
    private let raw: OpaquePointer
    private var watch: IOWatch?

    /// Calls `body` whenever a session appears, disappears, or becomes active or inactive on its seat, as long as this
    /// object lives.
    public init(on loop: EventLoop, _ body: @escaping () -> Void) throws(BusError) {
        var monitor: OpaquePointer?
        try check(sd_login_monitor_new("session", &monitor), "Watching login sessions")
        guard let monitor else { throw .failed("No login monitor") }
        raw = monitor
        do throws(BusError) {
            watch = try IOWatch(loop, sd_login_monitor_get_fd(monitor), .readable) { _ in
                sd_login_monitor_flush(monitor)
                body()
            }
        } catch {
            sd_login_monitor_unref(monitor)
            throw error
        }
    }

    deinit {
        watch = nil
        sd_login_monitor_unref(raw)
    }

    /// Whether a session is the active one of its seat.
    public static func isActive(_ session: String) -> Bool { sd_session_is_active(session) != 0 }

    /// The user of a session; nil if the session does not exist.
    public static func owner(of session: String) -> UInt32? {
        var uid: uid_t = 0
        return sd_session_get_uid(session, &uid) >= 0 ? uid : nil
    }
}

// SPDX-License-Identifier: MIT
internal import CSystemd
internal import Glibc

/// The login sessions that logind knows. Without logind no session is known, and every session counts as active.
public final class LoginMonitor {
    /// What a monitor watches.
    package enum Kind {
        /// Sessions appear, disappear, and become active or inactive on their seats.
        case sessions
        /// Also seats and users change.
        case all
    }

    private let raw: OpaquePointer
    private var watch: IOWatch?

    /// Calls `body` whenever something of that kind changes, as long as this object lives.
    package init(on loop: EventLoop, _ kind: Kind = .sessions, _ body: @escaping () -> Void) throws(BusError) {
        var monitor: OpaquePointer?
        let result =
            switch kind {
            case .sessions: sd_login_monitor_new("session", &monitor)
            case .all: sd_login_monitor_new(nil, &monitor)
            }
        try check(result, "Watching login sessions")
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

    /// The user of the active session of a seat; nil if it has none, or if the session is that of a greeter or a lock
    /// screen.
    package static func activeUser(ofSeat seat: String) -> UInt32? {
        var name: UnsafeMutablePointer<CChar>?
        var uid: uid_t = 0
        guard sd_seat_get_active(seat, &name, &uid) >= 0, let name else { return nil }
        defer { free(name) }
        var kind: UnsafeMutablePointer<CChar>?
        guard sd_session_get_class(name, &kind) >= 0, let kind else { return nil }
        defer { free(kind) }
        return String(cString: kind) == "user" ? uid : nil
    }

    /// Whether a user has a session.
    package static func isLoggedIn(_ user: UInt32) -> Bool { sd_uid_get_sessions(user, 0, nil) > 0 }
}

// SPDX-License-Identifier: MIT

internal import CSystemd
internal import Glibc

/// Watches a file descriptor as long as this object lives.
public final class IOWatch {
    private var source: OpaquePointer?
    private let body: (IOEvents) -> Void
    private let confinement: Confinement

    init(
        _ loop: EventLoop, _ descriptor: Int32, _ events: IOEvents, _ body: @escaping (IOEvents) -> Void
    ) throws(BusError) {
        (self.body, confinement) = (body, loop.confinement)
        try check(
            sd_event_add_io(
                loop.raw, &source, descriptor, events.rawValue,
                { _, _, events, watch in
                    // The closure may drop the watch, and then close the descriptor.
                    object(watch, IOWatch.self)?.body(IOEvents(rawValue: events))
                    return 0
                }, unretained(self)),
            "Watching a descriptor")
    }

    deinit {
        confinement.check()
        sd_event_source_disable_unref(source)
    }
}

/// The events of a file descriptor, as in epoll.
public struct IOEvents: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Data can be read, or the other side has shut down.
    public static let readable = IOEvents(rawValue: EPOLLIN.rawValue)
    /// Data can be written.
    public static let writable = IOEvents(rawValue: EPOLLOUT.rawValue)
    /// The other side has closed.
    public static let hangup = IOEvents(rawValue: EPOLLHUP.rawValue)
    /// An error; reading or writing returns it.
    public static let error = IOEvents(rawValue: EPOLLERR.rawValue)
}

/// A Unix signal that a loop handles.
final class SignalWatch {
    private var source: OpaquePointer?
    private let body: () -> Void

    init(_ loop: EventLoop, _ number: Int32, _ body: @escaping () -> Void) throws(BusError) {
        self.body = body
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        // sd-event takes only blocked signals.
        try check(-pthread_sigmask(SIG_BLOCK, &set, nil), "Blocking signal \(number)")
        try check(
            sd_event_add_signal(
                loop.raw, &source, number, { with($2, as: SignalWatch.self) { $0.body() } }, unretained(self)),
            "Watching signal \(number)")
        // Before any message that was sent after the signal.
        sd_event_source_set_priority(source, Int64(SD_EVENT_PRIORITY_IMPORTANT))
    }

    deinit { sd_event_source_disable_unref(source) }
}

/// Wakes a loop up from any thread, as long as this object lives. The thread of the loop makes it and drops it.
public final class LoopBell: @unchecked Sendable {
    private let descriptor: Int32
    private var watch: IOWatch?

    /// The loop calls `body` once for all rings since the last call.
    public init(_ loop: EventLoop, _ body: @escaping () -> Void) throws(BusError) {
        let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        try check(descriptor < 0 ? -errno : 0, "Making a bell")
        self.descriptor = descriptor
        watch = try loop.watch(fileDescriptor: descriptor, events: .readable) { _ in
            var rung: eventfd_t = 0
            eventfd_read(descriptor, &rung)
            body()
        }
    }

    deinit {
        watch = nil
        close(descriptor)
    }

    /// Rings. Any thread may call it.
    public func ring() { eventfd_write(descriptor, 1) }
}

/// A change in a watched folder.
public enum FolderChange: Hashable, Sendable {
    /// A file, a folder or a link with that name was created. Its contents may not be written yet.
    case created(String)
    /// A file was written and closed, or moved in, or its attributes changed, e.g. its permissions.
    case changed(String)
    /// A file was removed or moved out.
    case removed(String)
    /// The folder itself was moved or removed, or the kernel dropped changes because there were too many. Look again.
    case lost
}

/// Watches a folder as long as this object lives. Reading is not a change.
public final class FolderWatch {
    private var source: OpaquePointer?
    private let body: (FolderChange) -> Void
    private let confinement: Confinement

    init(
        _ loop: EventLoop, _ path: String, writes: Bool, _ body: @escaping (FolderChange) -> Void
    ) throws(BusError) {
        (self.body, confinement) = (body, loop.confinement)
        let events =
            IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
            | Int32(IN_ONLYDIR) | (writes ? IN_CLOSE_WRITE : 0)
        try check(
            sd_event_add_inotify(
                loop.raw, &source, path, UInt32(events),
                { _, event, watch in with(watch, as: FolderWatch.self) { if let event { $0.changed(event) } } },
                unretained(self)),
            "Watching a folder")
    }

    deinit {
        confinement.check()
        sd_event_source_disable_unref(source)
    }

    private func changed(_ event: UnsafePointer<inotify_event>) {
        let mask = Int32(bitPattern: event.pointee.mask)
        guard event.pointee.len > 0 else {
            // Of the folder itself, only the attributes matter for the files inside.
            return body(mask & IN_ATTRIB != 0 ? .changed("") : .lost)
        }
        let name = String(cString: UnsafeRawPointer(event + 1).assumingMemoryBound(to: CChar.self))
        if mask & (IN_DELETE | IN_MOVED_FROM) != 0 { return body(.removed(name)) }
        body(mask & IN_CREATE != 0 ? .created(name) : .changed(name))
    }
}

/// Tells when the date of the machine is set, as long as this object lives.
public final class DateWatch {
    private let descriptor: Int32
    private var watch: IOWatch?

    fileprivate init(_ loop: EventLoop, _ body: @escaping () -> Void) throws(BusError) {
        descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
        guard descriptor >= 0 else { throw BusError(errno: -errno, "Making a timer") }
        // The time never comes. The kernel cancels the timer when the date is set, and that is the news.
        var never = itimerspec()
        never.it_value.tv_sec = time_t.max
        let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
        try check(timerfd_settime(descriptor, flags, &never, nil) < 0 ? -errno : 0, "Starting a timer")
        let file = descriptor
        watch = try loop.watch(fileDescriptor: file, events: .readable) { _ in
            var expirations: UInt64 = 0
            if read(file, &expirations, MemoryLayout.size(ofValue: expirations)) < 0, errno == ECANCELED { body() }
        }
    }

    deinit {
        watch = nil
        close(descriptor)
    }
}

extension EventLoop {
    /// Calls `body` whenever the date of the machine is set, also by a clock that is synchronised, as long as the watch
    /// lives.
    public func watchDate(_ body: @escaping () -> Void) throws(BusError) -> DateWatch { try DateWatch(self, body) }
}

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
        let category: String? = kind == .sessions ? "session" : nil
        try check(sd_login_monitor_new(category, &monitor), "Watching login sessions")
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

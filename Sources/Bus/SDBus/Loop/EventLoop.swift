// SPDX-License-Identifier: MIT

internal import CSystemd
internal import Glibc

/// The one loop of a process or of a thread, on sd-event: buses, timers, descriptors and signals. All callbacks run on
/// the thread that calls `run()`, one at a time. An idle loop never wakes up.
///
/// A loop, and everything on it, belongs to one thread at a time: to the one that has made it, until another one adopts
/// it. Any thread may ring a ``LoopBell``, and do nothing else. In debug builds everything else is a trap.
public final class EventLoop {
    private let event: OpaquePointer
    let confinement = Confinement()
    /// Hears of each timer that cannot be set.
    package var log: Log?
    private var signals: [SignalWatch] = []
    private var deferredBodies: [() -> Void] = []
    private var deferredTurn: RequestedTurn?
    private var turnSources: [RequestedTurn] = []
    private var memoryReturn: MemoryReturn?

    /// A loop that watches nothing yet.
    public init() throws(BusError) {
        var loop: OpaquePointer?
        try check(sd_event_new(&loop), "Making an event loop")
        guard let loop else { throw .failed("No event loop") }
        event = loop
        deferredTurn = try RequestedTurn(self, .first) { [unowned self] in
            let bodies = deferredBodies
            deferredBodies = []
            for body in bodies { body() }
        }
    }

    deinit { sd_event_unref(event) }

    /// The loop of sd-event, for the thread to which this one belongs.
    var raw: OpaquePointer {
        confinement.check()
        return event
    }

    /// The loop belongs to the calling thread from now on, with everything on it. The caller makes sure that the thread
    /// before uses it no longer: by a lock, or because it has only made it.
    package func adopt() { confinement.adopt() }

    /// Runs until `exit(_:)`, and returns its code.
    public func run() throws(BusError) -> Int32 { try check(sd_event_loop(raw), "Running the event loop") }

    /// Handles the next thing that is ready, without waiting; false if there is none. In place of `run()`.
    public func turn() throws(BusError) -> Bool { try check(sd_event_run(raw, 0), "Turning the event loop") > 0 }

    /// Handles the next thing that is ready. If none is ready yet, it first calls `wait` with a descriptor that becomes
    /// readable when there may be one; a thread that shares the loop by a lock can release the lock there. In place of
    /// `run()`.
    public func turn(_ wait: (_ descriptor: Int32) -> Void) throws(BusError) {
        if try check(sd_event_prepare(raw), "Turning the event loop") == 0 {
            wait(sd_event_get_fd(raw))
            guard try check(sd_event_wait(raw, 0), "Turning the event loop") > 0 else { return }
        }
        try check(sd_event_dispatch(raw), "Turning the event loop")
    }

    /// Makes `run()` return `code` (0...255) after the present callback. Connections on the loop send their queues and
    /// close. A loop runs once.
    public func exit(_ code: Int32 = 0) { sd_event_exit(raw, code) }

    /// Makes SIGINT and SIGTERM end `run()` with 0.
    public func exitOnTerminationSignals() throws(BusError) {
        for number in [SIGINT, SIGTERM] {
            try onSignal(number) { [unowned self] in exit() }
        }
    }

    /// Calls `body` whenever the process gets this signal, in place of its default effect. Blocks the signal in the
    /// calling thread, so call it before other threads start.
    public func onSignal(_ number: Int32, _ body: @escaping () -> Void) throws(BusError) {
        signals.append(try SignalWatch(self, number, body))
    }

    /// Calls `body` once, after the present callback and before any other.
    public func deferred(_ body: @escaping () -> Void) {
        confinement.check()
        deferredBodies.append(body)
        deferredTurn?.ask()
    }

    /// Calls `body` after each turn in which the loop has handled something, as long as the loop lives. It never wakes
    /// the loop up.
    package func afterTurns(_ body: @escaping () -> Void) throws(BusError) {
        let number = turnSources.count
        turnSources.append(
            try RequestedTurn(self, .afterOthers) { [unowned self] in
                body()
                turnSources[number].ask()
            })
        turnSources[number].ask()
    }

    /// Gives free memory back a few seconds after the process has touched many pages, as long as the loop lives, and
    /// calls `body` then. A page has 4 KiB; a program that answers small messages never touches the default number at
    /// once. A second call replaces the number and the body.
    package func returnMemory(
        afterFaults manyFaults: Int = 1_024, _ body: @escaping () -> Void = {}
    ) throws(BusError) {
        if let memoryReturn { return memoryReturn.change(afterFaults: manyFaults, body) }
        memoryReturn = try MemoryReturn(self, afterFaults: manyFaults, body)
    }

    /// Calls `body` once, `microseconds` from now (CLOCK_MONOTONIC: suspend does not count), never earlier and at most
    /// 1 ms later unless the loop is busy. `Timer.cancel()` and the end of the timer's life cancel the call. Timers use
    /// no descriptor, so there may be tens of thousands. nil if the timer cannot be set, such as without memory; the
    /// log has the reason.
    public func timer(after microseconds: UInt64, _ body: @escaping () -> Void) -> Timer? {
        timer(CLOCK_MONOTONIC, microseconds, isRelative: true, body)
    }

    /// The same at a time of day, in microseconds since the Unix epoch. The call is on time even if the computer slept
    /// or its clock was set. A time in the past means now.
    public func timer(at time: UInt64, _ body: @escaping () -> Void) -> Timer? {
        timer(CLOCK_REALTIME, time, isRelative: false, body)
    }

    private func timer(
        _ clock: clockid_t, _ time: UInt64, isRelative: Bool, _ body: @escaping () -> Void
    ) -> Timer? {
        do throws(BusError) { return try Timer(self, clock, time, isRelative: isRelative, body) } catch {
            log?("cannot set a timer", error)
            return nil
        }
    }

    /// Calls `body` as long as one of `events` holds, and always for `.hangup` and `.error`. Drop the watch before you
    /// close the descriptor; that ends it.
    public func watch(
        fileDescriptor: Int32, events: IOEvents, _ body: @escaping (IOEvents) -> Void
    ) throws(BusError) -> IOWatch {
        try IOWatch(self, fileDescriptor, events, body)
    }

    /// Calls `body` with each change of the files in a folder, as long as the watch lives. If `writes` is false, a file
    /// that is written is no change. Throws if the folder does not exist.
    public func watch(
        folder: String, writes: Bool = true, _ body: @escaping (FolderChange) -> Void
    ) throws(BusError) -> FolderWatch {
        try FolderWatch(self, folder, writes: writes, body)
    }

    /// Answers systemd's watchdog as long as the loop turns. Does nothing if the unit has none.
    public func enableWatchdog() throws(BusError) {
        try check(sd_event_set_watchdog(raw, 1), "Answering the watchdog")
    }

    /// Sends a state to the service manager, e.g. `READY=1`. Does nothing without a service manager, and ignores
    /// failures.
    public func notify(_ state: String) { sd_notify(0, state) }
}

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

/// A closure that the loop calls once for each request. Without a request it costs nothing and wakes nothing up.
final class RequestedTurn {
    enum When {
        /// Directly after the present callback, before every other pending source.
        case first
        /// In the loop's next turn, after every pending source of the normal priority. sd-event counts this source as
        /// pending since it was added, so with the normal priority it would always come before the others.
        case nextTurn
        /// After the loop has handled another event.
        case afterOthers
    }

    /// The priority of `nextTurn`.
    static let nextTurnPriority = Int64(SD_EVENT_PRIORITY_NORMAL) + 1

    private var raw: OpaquePointer?
    private let body: () -> Void

    init(_ loop: EventLoop, _ when: When, _ body: @escaping () -> Void) throws(BusError) {
        self.body = body
        let add =
            switch when {
            case .first, .nextTurn: sd_event_add_defer
            case .afterOthers: sd_event_add_post
            }
        try check(
            add(loop.raw, &raw, { with($1, as: RequestedTurn.self) { $0.body() } }, unretained(self)),
            "Adding an event source")
        switch when {
        case .first: sd_event_source_set_priority(raw, Int64(SD_EVENT_PRIORITY_IMPORTANT))
        case .nextTurn: sd_event_source_set_priority(raw, Self.nextTurnPriority)
        case .afterOthers: break
        }
        sd_event_source_set_enabled(raw, Int32(SD_EVENT_OFF))
    }

    deinit { sd_event_source_disable_unref(raw) }

    /// Requests one call. A second request before that call changes nothing.
    func ask() { sd_event_source_set_enabled(raw, Int32(SD_EVENT_ONESHOT)) }
}

/// The thread to which a loop belongs, with everything on it. Only a debug build knows it; in a release build this is
/// empty.
struct Confinement {
    #if DEBUG
        private final class Owner {
            var thread = pthread_self()
        }

        /// All that is on the loop shares it.
        private let owner = Owner()
    #endif

    /// Traps if the calling thread is another one. Two threads at the same time are an error even if it goes well
    /// today.
    @inline(__always)
    func check() {
        #if DEBUG
            precondition(
                owner.thread == pthread_self(),
                "Another thread touches an event loop; ring a LoopBell there, or let that thread adopt the loop first.")
        #endif
    }

    /// They belong to the calling thread from now on.
    @inline(__always)
    func adopt() {
        #if DEBUG
            owner.thread = pthread_self()
        #endif
    }
}

/// Where a program tells what goes wrong. A message is constant; everything that comes from elsewhere is a value with a
/// name.
package struct Log: Sendable {
    private let write: @Sendable (_ message: StaticString, _ values: [(name: String, value: String)]) -> Void

    /// `write` gets each entry, on the thread that makes it.
    package init(
        _ write: @escaping @Sendable (_ message: StaticString, _ values: [(name: String, value: String)]) -> Void
    ) {
        self.write = write
    }

    package func callAsFunction(_ message: StaticString, _ values: KeyValuePairs<String, String> = [:]) {
        write(message, values.map { (name: $0.key, value: $0.value) })
    }

    /// The name of the error is the value `error`, and its message the value `message`. If the message may have words
    /// of a caller, log the name only: `["error": error.name]`.
    package func callAsFunction(
        _ message: StaticString, _ error: BusError, _ values: KeyValuePairs<String, String> = [:]
    ) {
        let facts = [(name: "error", value: error.name), (name: "message", value: error.message)]
        write(message, facts + values.map { (name: $0.key, value: $0.value) })
    }
}

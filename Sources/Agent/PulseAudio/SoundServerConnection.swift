// SPDX-License-Identifier: MIT

import CPulse
import Glibc
package import SDBus

/// The connection to the user's sound server: PulseAudio, or PipeWire by its PulseAudio interface.
///
/// The server may be absent, start later, restart, or hang. This connection never waits for it and never starts it.
/// While the server runs, `state` is a copy of its state.
package final class SoundServerConnection {
    /// Nil = there is no server, or the copy is not complete yet.
    package var state: SoundServerState? { copy?.state }
    /// Whether there is no server. False also while one has not answered yet.
    package var isAbsent: Bool { context == nil }

    private let loop: EventLoop
    private let application: String
    private let icon: String
    private let server: String?
    private let pulse: PulseLoop
    private let log: Log
    private var observers: [() -> Void] = []
    /// Called when an attempt to connect has failed, or the connection has ended.
    package var failed: () -> Void = {}
    private var interest = SoundServerInterest.devices
    /// Those that follow streams.
    private var streamFollowers: Set<ObjectIdentifier> = []
    private var context: PulseContext?
    private var copy: SoundServerCopy?
    private var socket: FolderWatch?
    private var retry: Timer?
    /// The failed attempts since the last sign of a server.
    private var failures = 0
    private var isBegun = false

    /// The server sees the name of the application and the name of its icon. `server` is an address for libpulse; nil =
    /// the server of the user's programs.
    package init(_ loop: EventLoop, as application: String, icon: String, server: String? = nil, log: Log) {
        self.loop = loop
        (self.application, self.icon) = (application, icon)
        self.server = server
        self.log = log
        pulse = PulseLoop(loop)
    }

    /// Calls `body` after every change of `state`, as long as the connection lives.
    package func onChange(_ body: @escaping () -> Void) { observers.append(body) }

    /// Connects, and stays connected.
    package func begin() {
        guard !isBegun else { return }
        isBegun = true
        // Try even if no server has run yet: the failed attempt creates the folder of the socket.
        connect()
    }

    /// Disconnects, and looks for no server until the next `begin`.
    package func end() {
        let old = context
        isBegun = false
        (context, copy, retry, socket, failures) = (nil, nil, nil, nil, 0)
        // The context must not be released in its own callback.
        loop.deferred { withExtendedLifetime(old) {} }
    }

    /// Tries again to find a missing server; call it when there is a reason.
    package func tryAgain() {
        guard isBegun, context == nil else { return }
        failures = 0
        connect()
    }

    /// Sets whether `follower` needs the streams in `state`. They come and go with every sound of the desktop, so
    /// follow them only if needed.
    package func followStreams(_ isWanted: Bool, for follower: AnyObject) {
        let id = ObjectIdentifier(follower)
        if isWanted { streamFollowers.insert(id) } else { streamFollowers.remove(id) }
        follow(streamFollowers.isEmpty ? .devices : .streams)
    }

    /// Sets what `state` has.
    package func follow(_ interest: SoundServerInterest) {
        guard self.interest != interest else { return }
        self.interest = interest
        copy?.follow(SoundServerFacility.all(of: interest))
    }

    /// Requests a change. `completion` gets true when `state` shows the change; false if the server refuses or is
    /// missing.
    package func perform(_ operation: SoundOperation, then completion: @escaping (Bool) -> Void = { _ in }) {
        guard copy != nil, let context else { return loop.deferred { completion(false) } }
        context.perform({ operation.begin($0, $1, $2) }) { [unowned self] isDone in
            if !isDone { log("the sound server refuses a request", ["operation": "\(operation)"]) }
            guard isDone, let copy else { return loop.deferred { completion(false) } }
            copy.refresh(operation.facility) { completion(true) }
        }
    }

    /// Makes the server give this setting to the next stream with these properties. Call `release` when the server has
    /// had the time to store the setting.
    package func remember(
        _ setting: StreamSetting, of properties: [String: String],
        then completion: @escaping (_ release: @escaping () -> Void) -> Void
    ) {
        guard copy != nil, let context else { return }
        context.remember(setting, of: properties) { [loop] release in loop.deferred { completion(release) } }
    }

    /// Reads the level of a source as long as the result lives, see ``LevelStream``. Nil without a server.
    package func readLevel(
        of source: String, named name: String, _ heard: @escaping (Float) -> Void, ended: @escaping () -> Void
    ) -> LevelStream? {
        copy == nil ? nil : context?.readLevel(of: source, named: name, heard, ended: ended)
    }

    /// Records the microphone and plays as long as the result lives, see ``VoiceStreams``. Nil without a server.
    package func openVoice(
        named name: String, heard: @escaping ([Float]) -> Void, wanted: @escaping (Int) -> [Float],
        ended: @escaping () -> Void
    ) -> VoiceStreams? {
        copy == nil ? nil : context?.openVoice(named: name, heard: heard, wanted: wanted, ended: ended)
    }

    // MARK: The connection

    private func connect() {
        retry = nil
        // Watch before the attempt, so that no server is missed between the two.
        if socket == nil, let folder = socketFolder {
            socket = try? loop.watch(folder: folder) { [unowned self] in if case .created = $0 { tryAgain() } }
        }
        guard let context = PulseContext(pulse, application, icon: icon, { [unowned self] in happened($0) })
        else { return }
        self.context = context
        context.connect(to: server)
    }

    private func happened(_ event: PulseContext.Event) {
        switch event {
        case .ready:
            guard let context else { return }
            (failures, socket) = (0, nil)
            let copy = SoundServerCopy(context) { [unowned self] in notifyObservers() }
            self.copy = copy
            copy.follow(SoundServerFacility.all(of: interest))
        case .changed(let facility): copy?.ask(facility)
        case .lost(let reason, let isTimeout): lost(reason, isTimeout)
        }
    }

    private func lost(_ reason: String, _ isTimeout: Bool) {
        let (old, wasThere) = (context, copy != nil)
        (context, copy) = (nil, nil)
        // The context must not be released in its own callback.
        loop.deferred { withExtendedLifetime(old) {} }
        if wasThere || failures == 0 { log("cannot connect to the sound server", ["message": reason]) }
        // A server that hangs exists, so its time-outs do not count.
        if !isTimeout { failures += 1 }
        // A server creates its socket a moment before it listens, and takes a while to restart. After the last attempt
        // the socket or `tryAgain` gives the next reason to look.
        if failures <= Self.attempts {
            retry = loop.timer(after: Self.shortest << UInt64(failures)) { [unowned self] in connect() }
        }
        if wasThere { notifyObservers() }
        failed()
    }

    private func notifyObservers() { for observer in observers { observer() } }

    /// The first pause between two attempts, in microseconds. Each pause is twice as long as the one before.
    private static let shortest: UInt64 = 50_000
    private static let attempts = 6

    /// The folder of the server's socket, which need not exist; nil if the server is on another machine.
    private var socketFolder: String? {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        if let server = server ?? variable("PULSE_SERVER") {
            let path = server.hasPrefix("unix:") ? String(server.dropFirst(5)) : server
            guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return nil }
            return String(path[..<slash])
        }
        return variable("PULSE_RUNTIME_PATH") ?? variable("XDG_RUNTIME_DIR").map { $0 + "/pulse" }
    }
}

// SPDX-License-Identifier: MIT

import CPulse
package import SDBus

/// The user's sound server: PulseAudio, or PipeWire by its PulseAudio side.
///
/// It may be absent, come later, be restarted, or hang: nobody waits for it, and it is started by nobody here. While it
/// is there, `state` is a copy of what it has.
package final class SoundServerConnection {
    /// Nil = there is no server, or it has not said everything yet.
    package var state: SoundServerState? { copy?.state }

    private let loop: EventLoop
    private let server: String?
    private let pulse: PulseLoop
    private let log: (String) -> Void
    private var observers: [() -> Void] = []
    private var followsStreams = false
    private var context: PulseContext?
    private var copy: SoundServerCopy?
    private var socket: SoundServerSocket?
    private var retry: Timer?
    /// Since there was last a reason to think that a server is there.
    private var failures = 0
    private var isBegun = false

    /// `server` is an address as libpulse has them; nil = the one that the user's programs use.
    package init(_ loop: EventLoop, server: String? = nil, log: @escaping (String) -> Void) {
        self.loop = loop
        self.server = server
        self.log = log
        pulse = PulseLoop(loop)
    }

    /// Calls `body` after every change of `state`, for ever.
    package func onChange(_ body: @escaping () -> Void) { observers.append(body) }

    /// Connects, and stays connected.
    package func begin() {
        guard !isBegun else { return }
        isBegun = true
        // Whoever lives where nothing has made a sound yet: a failed attempt makes the folder of the socket.
        connect()
    }

    /// There is a reason to look once more for a server that was not there.
    package func tryAgain() {
        guard isBegun, context == nil else { return }
        failures = 0
        connect()
    }

    /// Streams come and go with every sound of the desktop. They are known only as long as somebody wants to know them.
    package func followStreams(_ isWanted: Bool) {
        guard followsStreams != isWanted else { return }
        followsStreams = isWanted
        copy?.follow(facilities)
    }

    /// Asks the server for something. `completion` gets whether it was done, when `state` shows it; false also where there
    /// is no server.
    package func perform(_ operation: SoundOperation, then completion: @escaping (Bool) -> Void = { _ in }) {
        guard copy != nil, let context else { return loop.deferred { completion(false) } }
        context.perform({ operation.begin($0, $1, $2) }) { [unowned self] isDone in
            if !isDone { log("The sound server refuses: \(operation)") }
            guard isDone, let copy else { return loop.deferred { completion(false) } }
            copy.refresh(operation.facility) { completion(true) }
        }
    }

    /// Makes the server forget how a stream was altered that has ended.
    /// `completion` is given what to call when the server has had the time to note it.
    func remember(_ altered: AlteredStream, then completion: @escaping (_ release: @escaping () -> Void) -> Void) {
        guard copy != nil, let context else { return }
        context.remember(altered) { [loop] release in loop.deferred { completion(release) } }
    }

    private var facilities: Set<SoundServerFacility> {
        followsStreams
            ? SoundServerFacility.devices.union(SoundServerFacility.streams) : SoundServerFacility.devices
    }

    // MARK: Being connected

    private func connect() {
        retry = nil
        // Before the attempt, so that no server is missed between the two.
        if socket == nil {
            socket = SoundServerSocket(of: server, loop) { [unowned self] in tryAgain() }
        }
        guard let context = PulseContext(pulse, { [unowned self] in happened($0) }) else { return }
        self.context = context
        context.connect(to: server)
    }

    private func happened(_ event: PulseContext.Event) {
        switch event {
        case .ready:
            guard let context else { return }
            (failures, socket) = (0, nil)
            let copy = SoundServerCopy(context) { [unowned self] in tell() }
            self.copy = copy
            copy.follow(facilities)
        case .changed(let facility): copy?.ask(facility)
        case .lost(let reason, let isTimeout): lost(reason, isTimeout)
        }
    }

    private func lost(_ reason: String, _ isTimeout: Bool) {
        let (old, wasThere) = (context, copy != nil)
        (context, copy) = (nil, nil)
        // Not in its own callback.
        loop.deferred { withExtendedLifetime(old) {} }
        if wasThere || failures == 0 { log("There is no sound server: \(reason)") }
        // One that hangs is there, and worth to be asked again.
        if !isTimeout { failures += 1 }
        // Its socket is there a moment before it listens, and one that is restarted takes a while. Who is not there then
        // is not there: its socket, or the next call, says when to look again.
        if failures <= Self.patience {
            retry = try? loop.timer(after: Self.shortest << UInt64(failures)) { [unowned self] in connect() }
        }
        if wasThere { tell() }
    }

    private func tell() { for observer in observers { observer() } }

    /// In microseconds.
    private static let shortest: UInt64 = 50_000
    private static let patience = 6
}

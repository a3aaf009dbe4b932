// SPDX-License-Identifier: MIT

import BridgeCore
import CallContract
import Glibc
import PulseAudio
package import SDBus

/// The native messaging host of a browser: the extension on standard input and output, the service as a provider, and
/// the sound server. Confined to the thread of the loop. The browser starts it when a page has a call, and closes its
/// input when no page has one, or when the browser ends.
package final class BrowserHost {
    private let kind: BrowserKind
    private let bus: BusAddress
    private let loop: EventLoop
    private let log: Log
    private let pipe: BrowserPipe
    /// The browser itself: each of its other processes has it among its ancestors.
    private let browserProcess = UInt32(getppid())
    private let microphone: Microphone
    /// Nil before the extension has said which browser it is in.
    private var session: Session?

    private struct Session {
        let provider: BridgedProvider
        var meetings: Meetings
    }

    package init(_ kind: BrowserKind, on bus: BusAddress, _ loop: EventLoop, log: Log) {
        (self.kind, self.bus, self.loop, self.log) = (kind, bus, loop, log)
        pipe = BrowserPipe(loop)
        microphone = Microphone(of: browserProcess, loop, log: log)
    }

    package func begin() throws(BusError) {
        try pipe.begin { [unowned self] in
            received($0)
        } end: { [unowned self] problem in
            if let problem { log("the extension cannot be reached any more", ["message": problem]) }
            end(problem == nil ? 0 : 1)
        }
        microphone.begin { [unowned self] isRecording in perform { $0.recording(isRecording) } }
    }

    /// The browser has gone, or closed the pipe with calls in it: they are over.
    private func end(_ code: Int32) {
        session?.provider.handle(.sourceLost)
        session?.provider.end()
        loop.exit(code)
    }

    // MARK: The extension

    private func received(_ message: [UInt8]) {
        switch BrowserMessage(message) {
        // A message may contain text of a page, so its text is not in the log.
        case nil: log("the extension sent an unknown message; ignored", ["bytes": "\(message.count)"])
        case .hello(let browser, let profile): hello(browser, profile)
        case .call(let tab, let call): perform { $0.changed(tab, call) }
        case .left(let tab): perform { $0.left(tab) }
        }
    }

    /// Whether the user's settings allow calls of browsers. A browser starts the host for each meeting, so it reads
    /// them once.
    private func isOn() -> Bool { BridgeSettings.ofUser(log: log).isOn(.browsers) }

    /// Each profile of the user has an extension and a host of its own.
    private func hello(_ browser: String, _ profile: String) {
        guard session == nil else { return }
        guard isOn() else {
            pipe.send(BrowserOrder.off.json)
            log("the user's settings of monkeycall-bridge turn the calls of browsers off")
            return loop.exit(0)
        }
        var configuration = ProviderConfiguration()
        configuration.localizedName = browser
        // Each tab may have a call, and no two of them are a conference.
        (configuration.maximumCallGroups, configuration.maximumCallsPerCallGroup) = (Meetings.limit, 1)
        configuration.supportsVideo = true
        do throws(BusError) {
            let provider = try BridgedProvider(
                kind.provider(ofProfile: profile), configuration, endsOthers: false, on: bus, loop, log: log,
                command: { [unowned self] command in perform { $0.perform(command) } },
                quieten: { [unowned self] in quieten($0) })
            session = Session(provider: provider, meetings: Meetings(profile: profile, process: browserProcess))
            provider.begin()
            pipe.send(BrowserOrder.ready.json)
        } catch {
            log("cannot connect to the bus of the call service", error)
            loop.exit(1)
        }
    }

    // MARK: Effects

    /// Without the service the user could not resume the call. The table asks the next service for the audio.
    private func quieten(_ key: SourceKey) {
        if session?.provider.hasService == true { perform { $0.quieten(key) } }
    }

    private func perform(_ change: (inout Meetings) -> [MeetingEffect]) {
        guard var current = session else { return }
        let effects = change(&current.meetings)
        session = current
        for effect in effects {
            switch effect {
            case .send(let event): session?.provider.handle(event)
            case .order(let order): pipe.send(order.json)
            }
        }
        microphone.isWanted = session?.meetings.waitsForMicrophone == true
    }
}

/// Whether a program has a microphone stream at the user's sound server. Without a server it has none.
final class Microphone {
    /// The program, or the ancestor of its processes.
    private let process: UInt32
    private let server: SoundServerConnection
    private var owners = StreamOwners()

    init(of process: UInt32, _ loop: EventLoop, log: Log) {
        self.process = process
        server = SoundServerConnection(loop, as: "MonkeyCall", icon: "call-start", log: log)
    }

    /// Calls `changed` after each change of the sound server's state.
    func begin(_ changed: @escaping (Bool) -> Void) {
        server.onChange { [unowned self] in changed(isRecording) }
    }

    /// Whether the server is asked about streams. It wakes this process with every sound, so that is only sometimes.
    var isWanted = false {
        didSet {
            guard isWanted != oldValue else { return }
            server.followStreams(isWanted, for: self)
            server.begin()
            server.tryAgain()
        }
    }

    private var isRecording: Bool {
        guard let state = server.state else { return false }
        let owners = owners.owners(in: state)
        return state.microphoneRecordings.contains { stream in
            stream.client.flatMap { owners[$0] }?.processes.contains(process) == true
        }
    }
}

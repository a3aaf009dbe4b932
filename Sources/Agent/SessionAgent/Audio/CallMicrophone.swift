// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
package import PulseAudio
package import SDBus

/// Mutes the microphone of the desktop for muted calls of modems, and restores it.
package final class CallMicrophone: Neighbour {
    private let server: SoundServerConnection
    private let service: CallServiceClient
    private let loop: EventLoop
    private let journal: Journal
    private let log: Log
    private let report: CallReport

    /// This agent mutes and restores.
    private var isActive = false
    private var calls = MicrophoneCalls()
    private var keeper = MicrophoneKeeper()
    private var written: [[String]] = []
    private var pauses: [MicrophoneKeeper.Request: Timer] = [:]

    /// `report` gets the muted calls that the other side may hear, after every change. The journal must outlive the
    /// login, like the server's memory of a muted device that is unplugged.
    package init(
        _ server: SoundServerConnection, _ service: CallServiceClient, _ loop: EventLoop, _ journal: Journal,
        log: Log, report: @escaping (Set<String>) -> Void
    ) {
        (self.server, self.service, self.loop, self.journal) = (server, service, loop, journal)
        (self.log, self.report) = (log, CallReport(loop, report))
        server.onChange { [unowned self] in look() }
    }

    package func follow(_ state: DesktopState) {
        // The agent of another session is primary and continues with the journal.
        let isActive = !state.callsAreElsewhere
        let isNew = isActive && !self.isActive
        self.isActive = isActive
        calls = MicrophoneCalls(state)
        guard isActive else { return report.send([]) }
        guard isNew else { return handle(.wanted(calls.muted)) }
        written = journal.read()
        keeper = MicrophoneKeeper(journal: written, wanted: calls.muted)
        look()
    }

    private func look() {
        guard isActive else { return }
        guard var state = server.state else { return handle(.lost) }
        state.streams = nil
        handle(.found(state))
    }

    private func handle(_ event: MicrophoneKeeper.Event) {
        let steps = keeper.handle(event)
        let isWritten = write()
        for step in steps {
            switch step {
            case .request(let request) where request.isMuted && !isWritten:
                // Without a journal the microphone could stay muted for ever.
                log("the microphone is not muted, because the agent cannot write its journal")
                handle(.refused(request))
            case .request(let request): perform(request)
            case .unmute(let calls):
                // The service may have ended one of them meanwhile: one request for each.
                for call in calls.sorted() { service.request([ActionKind.setMuted(false).wire(call: call)]) }
            }
        }
        report.send(keeper.heard.union(calls.heard))
    }

    private func perform(_ request: MicrophoneKeeper.Request) {
        pauses[request] = nil
        server.perform(.setSourceMuted(source: request.microphone.name, request.isMuted)) { [unowned self] isDone in
            guard isDone else { return answered(.refused(request)) }
            // Servers agree before the device is muted.
            pauses[request] = loop.timer(after: 1_000_000) { [unowned self] in
                pauses[request] = nil
                answered(.late(request))
            }
        }
    }

    /// Another agent may be the primary shell since the request.
    private func answered(_ event: MicrophoneKeeper.Event) {
        if isActive { handle(event) }
    }

    /// False if the journal cannot be written.
    private func write() -> Bool {
        let records = keeper.journal
        guard records != written else { return true }
        let isWritten = journal.write(records)
        if isWritten { written = records }
        return isWritten
    }
}

/// The calls for which the agent must mute the microphone itself: calls of modems and phones. No app has their sound.
/// The modem is connected to the microphone, or the sound server connects the two.
struct MicrophoneCalls: Hashable {
    /// The muted calls; empty = the microphone stays as it is.
    var muted: Set<String> = []
    /// The calls that count as muted but are heard, because another call of a modem talks.
    var heard: Set<String> = []

    init() {}

    init(_ state: DesktopState) {
        let talking = state.calls.filter { Self.mayBeHeard($0) && state.usesMicrophoneItself($0) }
        let muted = Set(talking.filter(\.isMuted).map(\.uuid))
        if muted.count == talking.count { self.muted = muted } else { heard = muted }
    }

    /// Whether the other side may hear the user. The network silences a held call until it resumes.
    private static func mayBeHeard(_ call: CallRecord) -> Bool {
        switch call.state.word {
        case .dialing, .connecting, .active: true
        case .ending: !call.flag(.onHold)
        case .held: call.pendingAction == .setHeld
        case .incoming, .ended, nil: false
        }
    }
}

extension DesktopState {
    /// Whether the service leaves it to the agent to mute the call, and the call has no stream at the sound server.
    func usesMicrophoneItself(_ call: CallRecord) -> Bool {
        call.properties[.supportsMuting]?.bool == false && call.streamProcess == 0
            && provider(of: call)?.worksAsModem == true
    }
}

extension ProviderRecord {
    fileprivate var worksAsModem: Bool {
        ProviderClass(rawValue: providerClass)?.worksAsModem(holdsImplicitly: holdsImplicitly) ?? false
    }
}

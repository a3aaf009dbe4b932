// SPDX-License-Identifier: MIT

import AgentSettings
import CallInterface
package import SDBus

/// `org.mobian_project.CallAudio` on the session bus, in place of callaudiod: requests of programs that know only that
/// interface become requests to the service, and its properties show what the service decides.
package final class CallAudioObject: Neighbour {
    private let bus: BusConnection
    private let service: CallServiceClient
    private let name: FreeName
    private var table: Interface<CallAudioFacts>?
    /// Without calls while the agent does not serve.
    private var state = DesktopState()
    private var facts = CallAudioFacts(DesktopState())

    package init(_ bus: BusConnection, _ service: CallServiceClient, log: Log) {
        (self.bus, self.service) = (bus, service)
        name = FreeName(CallAudioName.bus, on: bus, log: log)
    }

    /// Exports the object. The agent has the name while it is the primary shell.
    package func begin() throws(BusError) {
        let table = interface()
        self.table = table
        try bus.export(table, at: CallAudioName.path) { [unowned self] in facts }
        try name.begin()
    }

    package func follow(_ state: DesktopState) {
        let isServing = state.isPrimary && state.settings.callAudio
        self.state = isServing ? state : DesktopState()
        show(CallAudioFacts(self.state))
        name.want(isServing)
    }

    private func show(_ new: CallAudioFacts) {
        let old = facts
        facts = new
        guard let table, name.isOwned else { return }
        bus.announce(table, from: old, to: new, path: CallAudioName.path)
    }

    // MARK: The interface

    func interface() -> Interface<CallAudioFacts> {
        Interface(
            CallAudioName.interface,
            [
                .property(CallAudioName.mode) { $0.mode.rawValue },
                .property(CallAudioName.speaker) { $0.speaker.rawValue },
                .property(CallAudioName.microphone) { $0.microphone.rawValue },
                .deferredMethod(
                    CallAudioName.selectMode, takes: ("mode", UInt32.self), returns: ("success", Bool.self)
                ) { [unowned self] (_, call, reply, value) throws(BusError) in
                    guard let mode = CallAudioMode(rawValue: value) else {
                        throw .invalidArgs("There is no audio mode \(value). Use 0 (default) or 1 (call).")
                    }
                    try perform(.selectMode(mode), call, reply)
                },
                .deferredMethod(
                    CallAudioName.enableSpeaker, takes: ("enable", Bool.self), returns: ("success", Bool.self)
                ) { [unowned self] (_, call, reply, isOn) throws(BusError) in
                    try perform(.enableSpeaker(isOn), call, reply)
                },
                .deferredMethod(
                    CallAudioName.muteMicrophone, takes: ("mute", Bool.self), returns: ("success", Bool.self)
                ) { [unowned self] (_, call, reply, isMuted) throws(BusError) in
                    try perform(.muteMicrophone(isMuted), call, reply)
                },
            ])
    }

    /// Replies when the service has accepted the request, not when it is fulfilled: libcallaudio blocks its program
    /// until the reply, and that program may be the one that must fulfil it.
    private func perform(
        _ request: CallAudioRequest, _ call: MethodCall, _ reply: PendingReply<Bool>
    ) throws(BusError) {
        switch request.step(for: CallAudioRequest.Sender(try call.peer()), in: state) {
        case .answer(let isDone): reply.succeed(isDone)
        case .mute(let calls, let isMuted):
            let actions = calls.map { ActionKind.setMuted(isMuted).wire(call: $0) }
            service.request(actions) { reply.succeed($0 == nil) }
        case .route(let name):
            service.call(.setRoute, name) { result in
                if case .success = result { reply.succeed(true) } else { reply.succeed(false) }
            }
        }
    }
}

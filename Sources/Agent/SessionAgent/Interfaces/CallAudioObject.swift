// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
import CallInterface
package import SDBus

/// `org.mobian_project.CallAudio` on the session bus, in place of callaudiod: requests of programs that know only that
/// interface become requests to the service, and its properties show what the service decides.
package final class CallAudioObject: Neighbour {
    private let bus: BusConnection
    private let service: CallServiceClient
    private let name: FreeName
    private lazy var table = interface()
    /// Without calls while the agent does not serve.
    private var state = DesktopState()
    private var facts = CallAudioFacts(DesktopState())

    package init(_ bus: BusConnection, _ service: CallServiceClient, log: Log) {
        (self.bus, self.service) = (bus, service)
        name = FreeName(CallAudioName.bus, on: bus, log: log)
    }

    /// Exports the object. The agent has the name while it is the primary shell.
    package func begin() throws(BusError) {
        try bus.export(table, at: CallAudioName.path) { [unowned self] in facts }
        try name.begin()
    }

    package func follow(_ state: DesktopState) {
        let isServing = state.isPrimary && state.settings.callAudio
        self.state = isServing ? state : DesktopState()
        let old = facts
        facts = CallAudioFacts(self.state)
        if name.isOwned { bus.announce(table, from: old, to: facts, path: CallAudioName.path) }
        name.want(isServing)
    }

    // MARK: The interface

    func interface() -> Interface<CallAudioFacts> {
        Interface(
            CallAudioName.interface,
            [
                .property(CallAudioName.mode) { $0.mode.rawValue },
                .property(CallAudioName.speaker) { $0.speaker.rawValue },
                .property(CallAudioName.microphone) { $0.microphone.rawValue },
                method(CallAudioName.selectMode, "mode") { (value: UInt32) throws(BusError) in
                    guard let mode = CallAudioMode(rawValue: value) else {
                        throw .invalidArgs("There is no audio mode \(value). Use 0 (default) or 1 (call).")
                    }
                    return .selectMode(mode)
                },
                method(CallAudioName.enableSpeaker, "enable") { .enableSpeaker($0) },
                method(CallAudioName.muteMicrophone, "mute") { .muteMicrophone($0) },
            ])
    }

    /// Every method has one argument, of which `request` makes the request.
    private func method<Argument: BusValue>(
        _ name: MemberName, _ argument: String, _ request: @escaping (Argument) throws(BusError) -> CallAudioRequest
    ) -> Member<CallAudioFacts> {
        .deferredMethod(name, takes: (argument, Argument.self), returns: ("success", Bool.self)) {
            [unowned self] (_, call, reply, value) throws(BusError) in
            try perform(request(value), call, reply)
        }
    }

    /// Replies when the service has accepted the request, not when it is fulfilled: libcallaudio blocks its program
    /// until the reply, and that program may be the one that must fulfil it.
    private func perform(
        _ request: CallAudioRequest, _ call: MethodCall, _ reply: PendingReply<Bool>
    ) throws(BusError) {
        switch request.step(of: try call.peer().sandboxedApp, in: state) {
        case .answer(let isDone): reply.succeed(isDone)
        case .mute(let calls, let isMuted):
            let actions = calls.map { ActionKind.setMuted(isMuted).wire(call: $0) }
            service.request(actions) { reply.succeed($0 == nil) }
        case .route(let name):
            service.call(.setRoute, name) { reply.succeed($0.failure == nil) }
        }
    }
}

/// What a program asks of callaudiod.
enum CallAudioRequest: Hashable {
    case selectMode(CallAudioMode)
    case enableSpeaker(Bool)
    case muteMicrophone(Bool)

    /// What the agent does about a request.
    enum Step: Hashable {
        /// There is nothing to ask the service for. True if everything is as requested.
        case answer(Bool)
        /// Asks the service to mute or unmute these calls.
        case mute([String], Bool)
        /// Asks the service for this route.
        case route(String)
    }

    /// `app` is the one in whose sandbox the program that asks runs, as ``Peer/sandboxedApp`` tells it.
    func step(of app: String?, in state: DesktopState) -> Step {
        switch self {
        // The service gives the audio to calls, so no program switches the mode, and a mode unmutes nothing.
        case .selectMode(.call): .answer(state.isInCall)
        case .selectMode(.music): .answer(!state.hasAudio)
        case .muteMicrophone(let isMuted): Self.mute(isMuted, app, state)
        case .enableSpeaker(let isOn): Self.speak(isOn, app, state)
        }
    }

    private static func mute(_ isMuted: Bool, _ app: String?, _ state: DesktopState) -> Step {
        // Whoever muted a call, an app in a sandbox must not open the microphone again.
        if let app, !isMuted || app.isEmpty { return .answer(false) }
        let calls = state.talking.filter { app == nil || state.provider(of: $0)?.appID == app }
        guard !calls.isEmpty else { return .answer(false) }
        let others = calls.filter { $0.isMuted != isMuted }
        return others.isEmpty ? .answer(true) : .mute(others.map(\.uuid), isMuted)
    }

    private static func speak(_ isOn: Bool, _ app: String?, _ state: DesktopState) -> Step {
        // The route belongs to all calls, so the service does not let an app in a sandbox choose it either.
        guard app == nil, !state.talking.isEmpty else { return .answer(false) }
        let routes = state.audio.routes
        if let present = routes.first(where: { $0.name == state.audio.route }), (present.kind == .speaker) == isOn {
            return .answer(true)
        }
        let fitting = routes.filter { route in
            route.isAvailable && (isOn ? route.kind == .speaker : route.kind.word?.isPersonal == true)
        }
        let best = fitting.max { ($0.kind.word?.rank ?? 0) < ($1.kind.word?.rank ?? 0) }
        return best.map { .route($0.name) } ?? .answer(false)
    }
}

// The interface of callaudiod, a program of the Mobian project that switches the audio of phones between music and
// calls. Programs such as GNOME Calls know only this interface. Its XML file is org.mobian_project.CallAudio.xml of
// callaudiod.

/// The names of the interface.
enum CallAudioName {
    static let bus: BusName = "org.mobian_project.CallAudio"
    static let interface: InterfaceName = "org.mobian_project.CallAudio"
    static let path: ObjectPath = "/org/mobian_project/CallAudio"
    static let selectMode: MemberName = "SelectMode"
    static let enableSpeaker: MemberName = "EnableSpeaker"
    static let muteMicrophone: MemberName = "MuteMic"
    static let mode: MemberName = "AudioMode"
    static let speaker: MemberName = "SpeakerState"
    static let microphone: MemberName = "MicState"
}

/// A value of `AudioMode`.
enum CallAudioMode: UInt32 {
    case music = 0
    case call = 1
}

/// A value of `SpeakerState` and of `MicState`.
enum CallAudioSwitch: UInt32 {
    case off = 0
    case on = 1
    case unknown = 255
}

/// The values of the properties, as the service decides them.
struct CallAudioFacts: Hashable {
    var mode = CallAudioMode.music
    /// Unknown without a call: the desktop then decides.
    var speaker = CallAudioSwitch.unknown
    var microphone = CallAudioSwitch.unknown

    init(_ state: DesktopState) {
        let talking = state.talking
        guard !talking.isEmpty else { return }
        mode = .call
        microphone = talking.allSatisfy(\.isMuted) ? .off : .on
        let kind = state.audio.routes.first { $0.name == state.audio.route }?.kind
        speaker = kind.map { $0 == .speaker ? .on : .off } ?? .unknown
    }
}

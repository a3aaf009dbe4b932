// SPDX-License-Identifier: MIT

import PulseAudio

@testable import SessionAgent

/// The keeper of microphones with the model server. Each event runs until no request is left.
struct MicrophoneWorld {
    /// How the server takes requests.
    enum Manner {
        case obeys, refuses, ignores, delays
    }

    var server = ModelSoundServer()
    var manner = Manner.obeys
    private(set) var keeper = MicrophoneKeeper()
    /// The requests to the server, in order.
    private(set) var requests: [MicrophoneKeeper.Request] = []
    /// The calls that the service was asked to unmute.
    private(set) var unmuted: [Set<String>] = []
    /// The microphones that were muted before the journal had them.
    private(set) var unwritten: [Microphone] = []
    /// The requests that the server has not answered.
    private var delayed: [MicrophoneKeeper.Request] = []
    /// The agent dies before this number of requests.
    var lifetime = Int.max

    static let internalMicrophone = "pci.stereo.in"
    static let headset = "usb.duplex.in"

    init(_ devices: ModelSoundServer.Device...) {
        for device in devices { server.plug(device) }
        server.perform(SoundSetting(.defaultSource, Self.internalMicrophone))
        _ = server.takeStates()
        send(.found(server.state))
    }

    /// The names of the microphones that are muted.
    var muted: [String] { server.state.sources.values.filter(\.isMuted).map(\.name).sorted() }

    mutating func send(_ event: MicrophoneKeeper.Event) {
        var events = [event]
        while !events.isEmpty, requests.count < lifetime {
            for step in keeper.handle(events.removeFirst()) { events += take(step) }
        }
    }

    private mutating func take(_ step: MicrophoneKeeper.Step) -> [MicrophoneKeeper.Event] {
        switch step {
        case .unmute(let calls):
            unmuted.append(calls)
            return []
        case .request(let request):
            guard requests.count < lifetime else { return [] }
            requests.append(request)
            if request.isMuted, !keeper.journal.contains(request.microphone.record) {
                unwritten.append(request.microphone)
            }
            switch manner {
            case .refuses: return [.refused(request)]
            case .ignores: return [.late(request)]
            case .delays:
                delayed.append(request)
                return []
            case .obeys: return obey(request)
            }
        }
    }

    private mutating func obey(_ request: MicrophoneKeeper.Request) -> [MicrophoneKeeper.Event] {
        server.setMuted(source: request.microphone.name, request.isMuted)
        return server.takeStates().map { .found($0) } + [.late(request)]
    }

    /// The server does what it has delayed.
    mutating func answer() {
        manner = .obeys
        let requests = delayed
        delayed = []
        for request in requests { for event in obey(request) { send(event) } }
    }

    /// A change by a person or a device.
    mutating func change(_ body: (inout ModelSoundServer) -> Void) {
        body(&server)
        for state in server.takeStates() { send(.found(state)) }
    }

    mutating func use(_ source: String) { change { $0.perform(SoundSetting(.defaultSource, source)) } }
    mutating func want(_ calls: String...) { send(.wanted(Set(calls))) }

    /// Another agent continues with the journal.
    mutating func startAgain(_ calls: String...) {
        lifetime = .max
        keeper = MicrophoneKeeper(journal: keeper.journal, wanted: Set(calls))
        send(.found(server.state))
    }
}

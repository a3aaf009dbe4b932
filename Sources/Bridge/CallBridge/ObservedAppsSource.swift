// SPDX-License-Identifier: MIT

package import BridgeCore
import CallContract
import CallInterface
import Glibc
import PulseAudio
package import SDBus

/// Apps without support, of which only their microphone streams are known: a provider for each app that has a call.
package final class ObservedAppsSource: CallSource {
    package let name = SourceName.observedApps.rawValue
    private let bus: BusConnection
    private let serviceBus: BusAddress
    private let loop: EventLoop
    private let service: ServiceWatch
    private let log: Log
    private let server: SoundServerConnection
    private var isOn = false
    private var recorders: StreamRecorders
    private var observed = ObservedCalls()
    private var timer: Timer?
    /// By the identifier. A provider stays for the next call of its app, but is registered only during one.
    private var known: [String: BridgedProvider] = [:]
    private var calls: [ObservedCalls.Recorder: SourceKey] = [:]

    /// `bus` is the session bus, `serviceBus` that of the call service.
    package init(
        on bus: BusConnection, service: ServiceWatch, on serviceBus: BusAddress, _ loop: EventLoop, log: Log
    ) {
        (self.bus, self.service, self.serviceBus, self.loop, self.log) = (bus, service, serviceBus, loop, log)
        server = SoundServerConnection(loop, as: "MonkeyCall", icon: "call-start", log: log)
        recorders = StreamRecorders(.defaults, supported: [])
        server.onChange { [unowned self] in update() }
        service.observe { [unowned self] in update() }
        service.observeCalls { [unowned self] in update() }
    }

    /// Whether there is a sound server.
    package var isPresent: Bool { isOn && server.state != nil }
    package var providers: [ListedProvider] {
        known.values.filter(\.isRegistered).sorted { $0.identifier < $1.identifier }.map(\.listed)
    }

    package func apply(_ settings: BridgeSettings) {
        let supported = settings.isOn(.browsers) ? BrowserExtensions.programs() : []
        recorders = StreamRecorders(settings.observedApps, supported: supported)
        if isOn { handle(.listed(settings.observedApps)) }
        update()
    }

    package func begin() throws(BusError) {
        isOn = true
        server.follow(.recordings)
        server.begin()
    }

    package func end() {
        isOn = false
        server.end()
        for provider in known.values {
            provider.handle(.sourceLost)
            provider.end()
        }
        (observed, timer, calls) = (ObservedCalls(), nil, [:])
    }

    // MARK: The sound server

    private func update() {
        guard isOn else { return }
        guard let found = server.state else { return handle(.serverLost) }
        // The server has not told its streams yet. That is no reason to ask for less.
        guard found.streams != nil else { return }
        // Only a stream that records is a reason to ask for more.
        server.follow(found.runningRecordings.isEmpty ? .recordings : .recordingOwners)
        guard let state = server.state, state.streams != nil else { return }
        let shown = recorders.sightings(in: state, service.registry, own: Set(known.keys))
        // An app that another program speaks for is no reason to start the service.
        guard !observed.isEmpty || shown.values.contains(where: { $0 != .isRegistered }) else { return }
        log.attempt("cannot connect to the bus of the call service") { () throws(BusError) in
            try service.begin()
            if service.isKnown { handle(.shown(shown)) }
        }
    }

    private func handle(_ event: ObservedCalls.Event) {
        for effect in observed.handle(event, at: SystemClock.monotonic) {
            switch effect {
            case .begin(let recorder, let stream): begin(recorder, stream)
            case .end(let recorder, let reason): end(recorder, reason)
            }
        }
        timer = observed.deadline.flatMap { deadline in
            let now = SystemClock.monotonic
            return loop.timer(after: deadline > now ? deadline - now : 0) { [unowned self] in handle(.timeCame) }
        }
    }

    // MARK: The calls

    private func begin(_ recorder: ObservedCalls.Recorder, _ stream: UInt32) {
        log.attempt("the calls of an app cannot be registered") { () throws(BusError) in
            let provider = try provider(recorder.app)
            let key = SourceKey(life: "\(try bus.busID) \(server.state?.cookie ?? 0)", object: "\(stream)")
            calls[recorder] = key
            provider.begin()
            provider.handle(.appeared(key, recorder.call(.active), isOld: true))
        }
    }

    private func end(_ recorder: ObservedCalls.Recorder, _ reason: EndedReason) {
        guard let key = calls.removeValue(forKey: recorder), let provider = known[recorder.app.identifier] else {
            return
        }
        provider.handle(.changed(key, recorder.call(.ended(reason))))
        if provider.callCount == 0 { provider.end() }
    }

    private func provider(_ app: ObservedApp) throws(BusError) -> BridgedProvider {
        if let provider = known[app.identifier] { return provider }
        var configuration = ProviderConfiguration()
        configuration.localizedName = app.name
        // Each running copy of the app may have a call, and no two of them are a conference.
        (configuration.maximumCallGroups, configuration.maximumCallsPerCallGroup) = (16, 1)
        let identifier = app.identifier
        let provider = try BridgedProvider(
            identifier, configuration, endsOthers: false, makesRoom: false, on: serviceBus, loop, log: log
        ) { [unowned self] in perform($0, identifier) }
        known[identifier] = provider
        return provider
    }

    /// Only the app itself can do anything with its call. To hold it, the agent makes its streams silent in both
    /// directions.
    private func perform(_ command: SourceCommand, _ identifier: String) {
        guard let provider = known[identifier] else { return }
        switch command {
        case .setHeld(let key, let held, let action):
            guard let recorder = calls.first(where: { $0.value == key })?.key else {
                return provider.handle(.failed(action))
            }
            provider.handle(.changed(key, recorder.call(held ? .held : .active)))
        case .silence: break
        case .dial(_, let action), .answer(_, let action), .end(_, let action), .setMuted(_, _, let action),
            .setGroup(_, _, let action), .playTones(_, _, let action):
            provider.handle(.failed(action))
        }
    }
}

extension ObservedApp {
    /// Of its provider.
    package var identifier: String { "org.monkeycall.Observed.\(id)" }
}

extension ObservedCalls.Recorder {
    /// The call as the source shows it. The agent can silence it if the sound server knows whose streams these are. If
    /// not, the call can be neither held nor ended, and the service only observes it.
    package func call(_ state: SourceState) -> SourceCall {
        var facts = CallUpdate()
        facts.localizedCallerName = Limits().fitting(app.name)
        facts.supportsHolding = process != 0
        facts.streamProcess = process
        (facts.supportsAnswering, facts.supportsEnding, facts.supportsMuting) = (false, false, false)
        (facts.supportsGrouping, facts.supportsUngrouping, facts.supportsDTMF) = (false, false, false)
        return SourceCall(state, outgoing: true, facts)
    }
}

/// The browsers that have this project's extension for all users: it tells their calls better than a microphone stream
/// does.
package enum BrowserExtensions {
    /// The folder of the extension, and the programs of the browser that reads it.
    private static let folders: [(path: String, programs: Set<String>)] = [
        ("/usr/share/chromium/extensions/monkeycall", ["chromium", "chromium-browser"]),
        (
            "/usr/share/mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}/browser@monkeycall.org",
            ["firefox", "firefox-esr", "firefox-bin"]
        ),
    ]

    /// The programs of the browsers that have it. `root` is the folder in place of /.
    package static func programs(below root: String = "") -> Set<String> {
        folders.reduce(into: []) { programs, folder in
            if access(root + folder.path, F_OK) == 0 { programs.formUnion(folder.programs) }
        }
    }
}

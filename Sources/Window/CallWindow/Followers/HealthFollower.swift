// SPDX-License-Identifier: MIT

import CallClient
import CallHealth
import CallInterface
import CallLinks
import CallWindowModel
import ConfigurationText
import GTK
import Glibc
import SDBus

/// What is well and what is wrong, for the bar above the pages, the first start and the page of health. It follows the
/// programs and polls nothing; files are read when a page shows the lines.
@MainActor
final class HealthFollower {
    /// How long a program that is being started counts as neither running nor stopped, in milliseconds.
    private static let startTime = 10_000

    private unowned let context: CallWindowContext
    private let units: UserUnits
    private let bridge: BridgeFollower
    /// Properties of the service and of the directory, as they were when a page was shown.
    private var manager: [String: Variant] = [:]
    private var database: [String: Variant] = [:]
    private var telephoneApp = HealthFacts.TelephoneApp.unknown
    private var browserExtension = HealthFacts.BrowserExtension.unknown
    /// The programs that are being started, by what starts them.
    private var starting: [HealthCure: Later] = [:]
    /// The programs that are not installed.
    private var missing: Set<HealthCure> = []
    private var hasManager = true
    private var hasBegun = false
    /// What is told.
    private(set) var lines: [HealthLine] = []
    private(set) var sources: [BridgeSource] = []
    private var observers: [() -> Void] = []
    private var isStale = false

    init(_ context: CallWindowContext, _ session: BusConnection?) {
        self.context = context
        units = UserUnits(session)
        bridge = BridgeFollower(session)
    }

    /// Calls `body` after each change.
    func observe(_ body: @escaping () -> Void) { observers.append(body) }

    /// Follows from now on, and starts what would start at the next login. Call it after the first frame.
    func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        context.followAgent()
        context.calls.observe { [unowned self] in changedSoon() }
        context.agent.observe { [unowned self] in changedSoon() }
        context.directory.observe { [unowned self] in if $0 == .presence { changed() } }
        do throws(BusError) {
            try bridge.begin { [unowned self] in changed() }
        } catch {
            context.log("cannot follow the bridge", error)
        }
        if context.agent.program?.owner == nil { startEnabled(.startAgent) }
        if !bridge.isRunning { startEnabled(.startBridge) }
        changed()
    }

    /// A page shows the lines: reads the files that they depend on, and asks for what no program tells by itself.
    func refresh() {
        telephoneApp =
            switch Launcher.app(for: LinkScheme.tel.rawValue) {
            case nil: .none
            case let app? where app.id == CallWindowContext.desktopFile: .monkeyCall
            case let app?: .other(app.name)
            }
        browserExtension =
            access(Installation.share + "/webext/monkeycall", F_OK) == 0
            ? .installed : Launcher.app(for: "https") == nil ? .unknown : .notInstalled
        bridge.read()
        let client = context.calls.client
        client.call(client.allProperties, CallManagerName.manager.text) { [weak self] reply in
            self?.manager = (try? reply.get().read([String: Variant].self)) ?? [:]
            self?.changed()
        }
        context.directory.properties(of: DirectoryName.interface) { [weak self] properties in
            self?.database = properties ?? [:]
            self?.changed()
        }
        changed()
    }

    var hasBrowserExtension: Bool { browserExtension == .installed }

    // MARK: The facts

    /// Before the next frame: a call sends several changes at once, and few of them change a line.
    private func changedSoon() {
        guard !isStale else { return }
        isStale = true
        Later.beforeFrame { [weak self] in if self?.isStale == true { self?.changed() } }
    }

    private func changed() {
        isStale = false
        // A program that is here is started.
        if context.agent.program?.owner != nil { came(.startAgent) }
        if context.directory.presence == .running { came(.startDirectory) }
        if bridge.isRunning { came(.startBridge) }
        if context.calls.isServiceRunning == true { came(.startService) }
        let days = CallDays.now
        let new = facts.lines { days.time(of: $0) }.map { hasManager ? $0 : $0.withoutManager }
        let newSources = bridge.sources.map(BridgeSource.init)
        guard new != lines || newSources != sources else { return }
        (lines, sources) = (new, newSources)
        for observer in observers { observer() }
    }

    private func came(_ cure: HealthCure) {
        starting[cure] = nil
        missing.remove(cure)
    }

    private var facts: HealthFacts {
        var facts = HealthFacts()
        facts.service = service
        facts.agent = agent
        facts.directory = directory
        facts.bridge =
            bridge.isRunning
            ? .running(bridge.sources.map(HealthFacts.Source.init))
            : absent(.startBridge, isKnown: bridge.hasSession)
        facts.apps = context.calls.isServiceRunning == true ? KnownApp.names(context.calls.registry) : nil
        (facts.telephoneApp, facts.browserExtension) = (telephoneApp, browserExtension)
        return facts
    }

    private var service: HealthFacts.Part<HealthFacts.Service> {
        guard context.calls.isServiceRunning == true else {
            return absent(.startService, isKnown: context.calls.isServiceRunning != nil)
        }
        // The audio comes a moment after the calls.
        let audio = context.calls.audio
        return .running(.init(manager, hasShell: audio.properties.isEmpty || audio.hasShell))
    }

    private var agent: HealthFacts.Part<HealthFacts.Agent> {
        guard context.agent.program?.owner != nil else {
            // Without an agent, another program may ring.
            return context.calls.audio.hasShell ? .stopped : absent(.startAgent, isKnown: context.agent.program != nil)
        }
        let properties = context.agent.properties
        return properties.isEmpty ? .unknown : .running(.init(properties))
    }

    private var directory: HealthFacts.Part<HealthFacts.Directory> {
        switch context.directory.presence {
        case .running: .running(.init(database))
        case .unavailable: absent(.startDirectory, isKnown: true)
        // A page starts it.
        case .absent, .starting: .unknown
        }
    }

    /// A program that does not run.
    private func absent<Facts>(_ cure: HealthCure, isKnown: Bool) -> HealthFacts.Part<Facts> {
        guard isKnown, starting[cure] == nil else { return .unknown }
        return missing.contains(cure) ? .notInstalled : .stopped
    }

    // MARK: Starting

    private func startEnabled(_ cure: HealthCure) {
        guard let unit = cure.userUnit else { return }
        wait(for: cure)
        units.startEnabled(unit) { [weak self] failure in self?.started(cure, failure) }
    }

    /// Starts a program because the user wants it. `body` gets the failure.
    func start(_ cure: HealthCure, then body: @escaping (UnitFailure?) -> Void) {
        guard let unit = cure.userUnit else { return startService(then: body) }
        wait(for: cure)
        changed()
        units.start(unit) { [weak self] failure in
            self?.started(cure, failure)
            body(failure)
        }
    }

    private func startService(then body: @escaping (UnitFailure?) -> Void) {
        wait(for: .startService)
        changed()
        context.calls.startService { [weak self] error in
            let failure: UnitFailure? =
                error.map { $0.name == StandardErrorName.serviceUnknown ? .notInstalled : .failed }
            self?.started(.startService, failure)
            body(failure)
        }
    }

    /// The manager answers before the program runs.
    private func wait(for cure: HealthCure) {
        starting[cure] = Later(milliseconds: Self.startTime) { [weak self] in
            self?.starting[cure] = nil
            self?.changed()
        }
    }

    private func started(_ cure: HealthCure, _ failure: UnitFailure?) {
        switch failure {
        case nil:
            hasManager = true
            return
        case .noManager: hasManager = false
        case .notInstalled: missing.insert(cure)
        case .unwanted, .failed: break
        }
        starting[cure] = nil
        changed()
    }
}

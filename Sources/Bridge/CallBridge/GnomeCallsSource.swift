// SPDX-License-Identifier: MIT

import BridgeCore
import CallInterface
package import SDBus

/// GNOME Calls, with each of its backends: a provider for calls over a modem or phone, and one for SIP.
package final class GnomeCallsSource: CallSource {
    package let name = SourceName.gnomeCalls.rawValue
    private let bus: BusConnection
    private let serviceBus: BusAddress
    private let loop: EventLoop
    private let service: ServiceWatch
    private let log: Log
    private let owner: RemoteName
    private let claim: TelephoneClaim
    /// nil while GNOME Calls does not run, or is a program of this project.
    private var program: SourceProgram?
    /// The process that owns its name; 0 = unknown.
    private var process: UInt32 = 0
    private var carriers: [GnomeCall.Carrier: BridgedProvider] = [:]
    private var objects: RemoteObjects?
    /// The carrier of each call that is carried, by the object path.
    private var calls: [String: GnomeCall.Carrier] = [:]
    private var hadShell = false

    /// How long GNOME Calls has to list a call that it was asked to place, in microseconds. It answers before it dials,
    /// and does not tell when it cannot.
    private static let dialTimeout: UInt64 = 15_000_000

    /// `bus` is the session bus, `serviceBus` that of the call service.
    package init(
        on bus: BusConnection, service: ServiceWatch, on serviceBus: BusAddress, _ loop: EventLoop, log: Log
    ) {
        (self.bus, self.service, self.serviceBus, self.loop, self.log) = (bus, service, serviceBus, loop, log)
        owner = RemoteName(GnomeCallsName.bus, on: bus)
        claim = TelephoneClaim(loop)
        claim.observe { [unowned self] in serviceChanged() }
        service.observe { [unowned self] in serviceChanged() }
    }

    package var isPresent: Bool { objects != nil }
    package var providers: [ListedProvider] {
        GnomeCall.Carrier.allCases.compactMap { carriers[$0] }.filter(\.isRegistered).map(\.listed)
    }

    package func begin() throws(BusError) {
        try owner.begin { [unowned self] owner in attempt { () throws(BusError) in try follow(owner) } }
    }

    package func end() {
        owner.end()
        program = nil
        leave()
    }

    // MARK: The program

    private func follow(_ owner: String?) throws(BusError) {
        program = nil
        guard let owner else { return leave() }
        process = process(of: owner)
        guard !isOwnProgram else { return }
        program = try SourceProgram(owner, on: bus)
        serviceChanged()
    }

    private func attempt(_ body: () throws(BusError) -> Void) {
        do throws(BusError) {
            try body()
        } catch {
            log("GNOME Calls cannot be followed", ["error": error.name])
            leave()
        }
    }

    /// GNOME Calls is here, or the service says more.
    private func serviceChanged() {
        if service.isKnown { claim.update(hasModem: service.hasCellularProvider) }
        guard let program else { return }
        attempt { () throws(BusError) in
            try service.begin()
            guard service.isKnown else { return }
            try updateProviders()
            if objects == nil { try load(from: program) }
        }
    }

    private func load(from program: SourceProgram) throws(BusError) {
        let names = GnomeCallsName.Property.allCases.map(\.rawValue)
        let objects = RemoteObjects(of: program.remote, at: GnomeCallsName.path, GnomeCallsName.call, names) {
            [unowned self] path, properties, isOld in
            changed(program.key(path), properties, isOld: isOld)
        }
        self.objects = objects
        try objects.begin { [log] in log("GNOME Calls does not tell its calls", ["error": $0.name]) }
    }

    private func leave() {
        objects?.end()
        (objects, calls) = (nil, [:])
        for provider in carriers.values where provider.isRegistered {
            provider.handle(.sourceLost)
            provider.end()
        }
    }

    /// The phone app of this project may offer the same interface, and registers its calls by itself.
    private var isOwnProgram: Bool { Executable.name(of: process)?.hasPrefix("monkeycall") ?? false }

    private func process(of owner: String) -> UInt32 {
        (try? bus.call(.bus("GetConnectionUnixProcessID"), owner).read(UInt32.self)) ?? 0
    }

    // MARK: The providers

    /// Calls of a modem are taken from one place: the system's bridge, if it is there.
    private func updateProviders() throws(BusError) {
        for carrier in GnomeCall.Carrier.allCases {
            if carrier == .sip || claim.isOurs { try begin(carrier) } else { giveUp(carrier) }
        }
        guard service.hasShell != hadShell else { return }
        hadShell = service.hasShell
        for provider in carriers.values { provider.handle(.hasShell(hadShell)) }
    }

    /// The calls of that kind are this source's from now on, also those that go on.
    private func begin(_ carrier: GnomeCall.Carrier) throws(BusError) {
        let provider = try provider(carrier)
        guard !provider.isRegistered else { return }
        provider.begin()
        objects?.notifyAgain()
    }

    /// Another provider has the calls of that kind. They go on.
    private func giveUp(_ carrier: GnomeCall.Carrier) {
        guard let provider = carriers[carrier], provider.isRegistered else { return }
        calls = calls.filter { $0.value != carrier }
        provider.handle(.carriedElsewhere)
        provider.end()
    }

    private func provider(_ carrier: GnomeCall.Carrier) throws(BusError) -> BridgedProvider {
        if let known = carriers[carrier] { return known }
        let provider = try BridgedProvider(
            carrier.rawValue, carrier.configuration, on: serviceBus, loop, log: log
        ) { [unowned self] in perform($0, carrier) }
        provider.handle(.hasShell(hadShell))
        carriers[carrier] = provider
        return provider
    }

    // MARK: The calls

    private func changed(_ key: SourceKey, _ properties: [String: Variant]?, isOld: Bool) {
        guard let properties else {
            if let carrier = calls.removeValue(forKey: key.object) { carriers[carrier]?.handle(.disappeared(key)) }
            return
        }
        guard let call = GnomeCall(properties, process: process) else { return }
        if let carrier = calls[key.object] {
            carriers[carrier]?.handle(.changed(key, call.source))
        } else if let provider = carriers[call.carrier], provider.isRegistered {
            calls[key.object] = call.carrier
            provider.handle(.appeared(key, call.source, isOld: isOld))
        }
    }

    // MARK: Commands

    private func perform(_ command: SourceCommand, _ carrier: GnomeCall.Carrier) {
        guard let provider = carriers[carrier] else { return }
        switch command {
        case .silence(let key): call(.silence, key) { _ in }
        case .answer(let key, let action): call(.accept, key) { if !$0 { provider.handle(.failed(action)) } }
        case .end(let key, let action): hangUp(key, action, provider)
        case .playTones(let key, let digits, let action):
            ToneSequence.play(digits, loop, by: { [unowned self] in call(.sendDtmf, key, $0, then: $1) }) {
                provider.handle($0 ? .done(action) : .failed(action))
            }
        case .dial(let start, let action): dial(start, action, carrier, provider)
        // It has no method for them.
        case .setHeld(_, _, let action), .setMuted(_, _, let action), .setGroup(_, _, let action):
            provider.handle(.failed(action))
        }
    }

    /// The service may end a call to make room for the same one of a modem's provider that this bridge does not
    /// know. Such a call is given up first, and goes on.
    private func hangUp(_ key: SourceKey, _ action: ActionID, _ provider: BridgedProvider) {
        service.catchUp { [unowned self] in
            guard calls[key.object] != nil, program?.key(key.path) == key else { return }
            call(.hangup, key) { if !$0 { provider.handle(.failed(action)) } }
        }
    }

    private func call<each Argument: BusValue>(
        _ method: GnomeCallsName.Method, _ key: SourceKey, _ arguments: repeat each Argument,
        then body: @escaping (_ isDone: Bool) -> Void
    ) { send(key.path, GnomeCallsName.call, method.member, repeat each arguments, then: body) }

    private func send<each Argument: BusValue>(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ arguments: repeat each Argument,
        then body: @escaping (_ isDone: Bool) -> Void
    ) {
        guard let program else { return body(false) }
        program.remote.call(path, interface, member, repeat each arguments) { [log] reply in
            if case .failure(let error) = reply {
                log("GNOME Calls refuses a request", ["error": error.name, "member": member.text])
            }
            body((try? reply.get()) != nil)
        }
    }

    private func dial(
        _ start: StartAction, _ action: ActionID, _ carrier: GnomeCall.Carrier, _ provider: BridgedProvider
    ) {
        send(
            GnomeCallsName.path, GnomeCallsName.application, "Open", [carrier.link(start.handle)], [String: Variant]()
        ) { if !$0 { provider.handle(.failed(action)) } }
        provider.fail(action, after: Self.dialTimeout)
    }
}

extension GnomeCall.Carrier {
    fileprivate var configuration: ProviderConfiguration {
        var configuration = ProviderConfiguration()
        (configuration.desktopEntry, configuration.icon) = ("org.gnome.Calls", "org.gnome.Calls")
        // Its calls exist, whatever the service thinks of their number.
        configuration.maximumCallGroups = 16
        switch self {
        case .telephone:
            configuration.localizedName = "GNOME Calls"
            configuration.supportedHandleTypes = [.phoneNumber]
            // The modem holds a call by itself when the user answers another one.
            configuration.holdsImplicitly = true
        case .sip:
            configuration.localizedName = "GNOME Calls (SIP)"
            configuration.supportedHandleTypes = [.generic]
        }
        return configuration
    }
}

// SPDX-License-Identifier: MIT

import CallInterface
import Glibc
package import SDBus

/// The sources of one bus, and the user's choice among them. Confined to the thread of the loop.
package final class Bridge {
    private let sources: [any CallSource]
    private let log: Log
    private var object: BridgeObject?
    /// The names of the sources that are followed.
    private var followed: Set<String> = []
    /// The last settings without a fault.
    private var settings = BridgeSettings()

    package init(_ sources: [any CallSource], log: Log) {
        (self.sources, self.log) = (sources, log)
    }

    /// The sources of a user's session: all calls are those of this process's user. `session` is the bus of the
    /// programs, `service` that of the call service.
    package static func ofSession(
        _ session: BusConnection, service: BusAddress, _ loop: EventLoop, log: Log
    ) -> Bridge {
        let watch = ServiceWatch(on: service, loop)
        let phones = ModemHost(service: service, loop, SeatUser(always: geteuid()), log: log)
        return Bridge(
            [
                GnomeCallsSource(on: session, service: watch, on: service, loop, log: log),
                ModemSource<TelephonyPhones>(on: session, phones),
                ObservedAppsSource(on: session, service: watch, on: service, loop, log: log),
                BrowsersSource(service: service, loop, log: log),
                HeadsetGateway(front: service, session: session, service: watch, loop, log: log),
            ], log: log)
    }

    /// The sources of the system: modems, whose calls belong to the user of the seat. `system` is the bus of their
    /// programs, `service` that of the call service.
    package static func ofSystem(
        _ system: BusConnection, service: BusAddress, _ loop: EventLoop, _ seat: SeatUser, log: Log
    ) -> Bridge {
        let host = ModemHost(service: service, loop, seat, log: log)
        return Bridge(
            [ModemSource<ModemManagerModems>(on: system, host), ModemSource<OfonoModems>(on: system, host)], log: log)
    }

    /// Shows the sources on that bus, and begins to follow the programs. nil = it shows them nowhere. `forAllUsers`:
    /// others may ask. `settings` is the user's file, which may be missing; nil = there is none.
    package func begin(
        shownOn bus: BusConnection? = nil, forAllUsers: Bool = false, settings: String? = nil
    ) throws(BusError) {
        if let bus {
            let object = BridgeObject(on: bus) { [unowned self] in
                sources.map { ($0, self.settings.isOn($0.name)) }
            }
            try object.begin(forAllUsers: forAllUsers)
            self.object = object
        }
        reload(settings)
    }

    /// Reads the settings. If they have a mistake, the earlier ones still apply.
    package func reload(_ path: String?) {
        if let path {
            let consequence: StaticString = "the settings cannot be used; the previous ones still apply"
            settings = BridgeSettings(file: path, sources: sources.map(\.name), log: log, consequence) ?? settings
        }
        for source in sources {
            source.apply(settings)
            let isOn = settings.isOn(source.name)
            guard isOn != followed.contains(source.name) else { continue }
            if isOn { begin(source) } else { end(source) }
        }
    }

    private func begin(_ source: any CallSource) {
        do throws(BusError) {
            try source.begin()
            followed.insert(source.name)
        } catch {
            log("the source cannot be followed", error, ["source": source.name])
        }
    }

    private func end(_ source: any CallSource) {
        source.end()
        followed.remove(source.name)
    }
}

/// `org.monkeycall.Bridge`: the sources and their states, for the command line.
final class BridgeObject {
    /// What calls that wait, and replies that are not read, may take in all, in bytes.
    private static let mostBytes = 1 << 20

    private let bus: BusConnection
    private let sources: () -> [(source: any CallSource, isOn: Bool)]
    /// Those who have asked since the sources began to be updated, with the users whose calls they see.
    private var pendingReplies: [(uid: UInt32, reply: PendingReply<[[String: Variant]]>)] = []

    init(on bus: BusConnection, sources: @escaping () -> [(source: any CallSource, isOn: Bool)]) {
        (self.bus, self.sources) = (bus, sources)
    }

    /// Exports the object and takes the name. Two bridges would list every call twice, so a second one fails.
    /// `forAllUsers`: others than this process's user may call, so it asks the bus for each caller.
    func begin(forAllUsers: Bool) throws(BusError) {
        try bus.export(interface(forAllUsers: forAllUsers), at: BridgeName.path) { () }
        try bus.serve(waitingBytes: Self.mostBytes, unreadBytes: Self.mostBytes, unanswered: 8)
        try bus.requestName(BridgeName.bus)
    }

    /// The interface of `dbus/org.monkeycall.Bridge.xml`.
    func interface(forAllUsers: Bool) -> Interface<Void> {
        Interface(
            BridgeName.interface,
            [
                .deferredMethod(BridgeName.listSources, returns: ("sources", [[String: Variant]].self)) {
                    [unowned self] (_, call, reply) throws(BusError) in
                    let uid = forAllUsers ? try call.peer().uid : geteuid()
                    pendingReplies.append((uid, reply))
                    if pendingReplies.count == 1 { update(sources().map(\.source)[...]) { [unowned self] in answer() } }
                }
            ])
    }

    private func answer() {
        for pending in pendingReplies { pending.reply.succeed(lines(for: pending.uid)) }
        pendingReplies = []
    }

    /// Updates one source after another.
    private func update(_ sources: ArraySlice<any CallSource>, then body: @escaping () -> Void) {
        guard let source = sources.first else { return body() }
        source.update { [unowned self] in update(sources.dropFirst(), then: body) }
    }

    /// A user sees the providers and the number of calls that are their own, and root those of all users: whether
    /// another user talks is none of a user's business.
    private func lines(for uid: UInt32) -> [[String: Variant]] {
        sources().map { source, isOn in
            let state: SourceWord = isOn ? source.isPresent ? .present : .absent : .off
            let own = source.providers.filter { uid == 0 || $0.user == uid }
            var line = [String: Variant]([
                .source: .string(source.name), .state: .string(state.rawValue),
                .providers: .strings(own.map(\.identifier)),
                .count: .uint32(UInt32(clamping: own.reduce(0) { $0 + $1.callCount })),
            ])
            if state == .absent, let reason = source.absence { line[.reason] = .string(reason.rawValue) }
            return line
        }
    }
}

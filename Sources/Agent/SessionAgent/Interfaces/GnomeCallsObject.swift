// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
package import SDBus

/// The calls by the interface of GNOME Calls, for the locked screen of phosh, which knows no other interface of calls.
/// GNOME Calls itself has the name where it runs.
package final class GnomeCallsObject: Neighbour {
    private let bus: BusConnection
    private let service: CallServiceClient
    private let name: FreeName
    private lazy var table = interface()
    private var state = DesktopState()
    /// By object path, in order of their beginning.
    private var calls: [(path: ObjectPath, facts: GnomeCallFacts)] = []
    /// The object path of each call by its UUID. No path is used again.
    private var paths: [String: ObjectPath] = [:]
    private var lastNumber = 0
    /// The programs that have read the calls.
    private let readers: Subscribers

    package init(_ bus: BusConnection, _ service: CallServiceClient, log: Log) {
        (self.bus, self.service, readers) = (bus, service, Subscribers(bus, limit: 32))
        name = FreeName(GnomeCallsName.bus, on: bus, log: log)
    }

    /// Exports the object manager. The agent has the name while it is the primary shell.
    package func begin() throws(BusError) {
        let finder = ObjectFinder<GnomeCallFacts>(on: bus) { [unowned self] (path, sender) throws(BusError) in
            guard let call = calls.first(where: { $0.path == path }), try bus.peer(sender).isOutsideSandbox else {
                return nil
            }
            return call.facts
        }
        let tree = try bus.export(
            under: GnomeCallsName.path,
            nodes: { [unowned self] (_, sender) throws(BusError) in try paths(for: sender) },
            [ExportedInterface(table, finder) { $0 }])
        try tree.addObjectManager(at: GnomeCallsName.path)
        try name.begin()
    }

    package func follow(_ state: DesktopState) {
        self.state = state
        name.want(state.isPrimary)
        let old = calls
        calls = state.index.shown.compactMap { call in
            GnomeCallFacts(call, in: state).map { (path(of: call.uuid), $0) }
        }
        paths = Dictionary(calls.map { ($0.facts.uuid, $0.path) }) { first, _ in first }
        let present = Set(calls.map(\.path))
        for call in old where !present.contains(call.path) {
            readers.announceRemoved(table, path: call.path, manager: GnomeCallsName.path)
        }
        let known = Dictionary(old.map { ($0.path, $0.facts) }) { first, _ in first }
        for call in calls {
            if let before = known[call.path] {
                readers.announce(table, from: before, to: call.facts, path: call.path)
            } else {
                readers.announceAdded(table, call.facts, path: call.path, manager: GnomeCallsName.path)
            }
        }
    }

    /// A program that lists the calls hears of their changes from then on.
    private func paths(for reader: String) throws(BusError) -> [ObjectPath] {
        guard try bus.peer(reader).isOutsideSandbox else { return [] }
        try readers.add(reader)
        return calls.map(\.path)
    }

    private func path(of uuid: String) -> ObjectPath {
        if let path = paths[uuid] { return path }
        lastNumber += 1
        let path = ObjectPath(trusted: "\(GnomeCallsName.calls)/\(lastNumber)")
        paths[uuid] = path
        return path
    }

    // MARK: The interface of a call

    func interface() -> Interface<GnomeCallFacts> {
        Interface(
            GnomeCallsName.call,
            [
                property(.inbound) { !$0.shown.call.isOutgoing },
                property(.state) { $0.state.rawValue },
                property(.id) { $0.number },
                property(.displayName) { $0.displayName },
                property(.imagePath) { _ in "" },
                property(.protocol) { _ in "tel" },
                property(.encrypted) { $0.shown.call.flag(.encrypted) },
                property(.canDtmf) { $0.playsTones },
                method(.accept) { $0.accepting },
                method(.hangup) { $0.ending },
                method(.silence) { $0.shown.buttons.contains(.silence) ? .silence : nil },
                .deferredMethod(GnomeCallsName.Method.sendDtmf.member, takes: ("dtmf", String.self)) {
                    [unowned self] (call, _, reply, digits) throws(BusError) in
                    guard call.playsTones else { throw Self.notOffered }
                    let action = ActionKind.playDTMF(digits: digits, .singleTone).wire(call: call.uuid)
                    service.request([action]) { $0.complete(reply) }
                },
            ])
    }

    private func property(
        _ name: GnomeCallsName.Property, _ getter: @escaping (GnomeCallFacts) -> some BusValue & Equatable
    ) -> Member<GnomeCallFacts> { .property(name.member, getter) }

    private func method(
        _ name: GnomeCallsName.Method, _ button: @escaping (GnomeCallFacts) -> CallButton?
    ) -> Member<GnomeCallFacts> {
        .deferredMethod(name.member) { [unowned self] (call, _, reply) throws(BusError) in
            guard let button = button(call) else { throw Self.notOffered }
            service.press(button, of: call.uuid, in: state) { $0.complete(reply) }
        }
    }

    private static var notOffered: BusError {
        BusError(name: AgentName.notOffered, message: "The call does not offer this now.")
    }
}

/// A call as the interface of GNOME Calls shows it, filtered as that of every surface.
struct GnomeCallFacts: Hashable {
    let shown: ShownCall
    let state: GnomeCallsName.State
    /// Whether it plays tones.
    let playsTones: Bool

    /// Nil for a call that the user cannot act on.
    init?(_ call: CallRecord, in state: DesktopState) {
        guard let shown = ShownCall(call, in: state) else { return nil }
        self.shown = shown
        self.state = Self.state(of: call, in: state)
        playsTones = state.rules.allowsMore && call.allows(.playDTMF)
    }

    var uuid: String { shown.call.uuid }
    /// The name that phosh shows; a text of an app. phosh shows an empty one as a number that it does not know, which
    /// is a title all the same.
    var displayName: String { shown.banner.party.isEmpty ? shown.banner.summary : shown.banner.party }
    /// The number or address of a call with a name. It is not formatted: a program may look it up.
    var number: String { shown.banner.address.isEmpty ? "" : shown.call.handle.value }
    /// The button that picks up, and the one that ends the call; nil if the call has none.
    var accepting: CallButton? { shown.buttons.last { $0.answers } }
    var ending: CallButton? { shown.buttons.first { $0 == .decline || $0 == .end } }

    private static func state(of call: CallRecord, in state: DesktopState) -> GnomeCallsName.State {
        switch call.state.word {
        case .incoming where call.isUnanswered:
            state.index.talk(besides: call) != nil ? .waiting : .incoming
        case .dialing: .dialing
        case .connecting where call.isOutgoing: .alerting
        case .held: .held
        // An answered call that has not connected yet: the other states offer to answer it.
        case .incoming, .connecting, .active: .active
        case .ending, .ended, nil: .disconnected
        }
    }
}

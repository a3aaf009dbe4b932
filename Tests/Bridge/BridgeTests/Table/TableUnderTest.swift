// SPDX-License-Identifier: MIT

import BridgeCore
import CallContract

/// A table with short names for what happens to it.
struct TableUnderTest {
    static let provider = "org.example.Source"
    private(set) var table: CallTable
    let key = SourceKey(life: "bus :1.1", object: "/calls/1")
    var call: CallID { key.callID }

    init(holdsImplicitly: Bool = false, quietens: Bool = false, makesRoom: Bool = true) {
        table = CallTable(
            provider: Self.provider, holdsImplicitly: holdsImplicitly, quietens: quietens, makesRoom: makesRoom)
    }

    static var facts: CallUpdate {
        var facts = CallUpdate()
        facts.remoteHandle = .some(Handle(kind: .phoneNumber, value: "+4930123456"))
        facts.supportsHolding = false
        return facts
    }

    static func call(_ state: SourceState, outgoing: Bool = false) -> SourceCall {
        SourceCall(state, outgoing: outgoing, facts)
    }

    static func action(_ kind: ActionKind, of call: CallID) -> BridgeAction {
        BridgeAction(id: .random(), call: call, kind: kind)
    }

    static func start(_ number: String = "+4930123456") -> StartAction {
        StartAction(provider: provider, handle: Handle(kind: .phoneNumber, value: number))
    }

    /// The start of a call that the user has dialed at the source, so that no other provider dials too.
    static func dialedStart() -> StartAction {
        var start = start()
        start.dialed = true
        return start
    }

    func action(_ kind: ActionKind) -> BridgeAction { Self.action(kind, of: call) }

    @discardableResult
    mutating func hear(_ event: BridgeEvent) -> [BridgeEffect] { table.handle(event) }

    /// The source lists a new call.
    mutating func appear(_ state: SourceState, outgoing: Bool = false, isOld: Bool = false) -> [BridgeEffect] {
        hear(.appeared(key, Self.call(state, outgoing: outgoing), isOld: isOld))
    }

    /// The call has another state.
    mutating func become(_ state: SourceState, outgoing: Bool = false) -> [BridgeEffect] {
        hear(.changed(key, Self.call(state, outgoing: outgoing)))
    }

    // MARK: Beginnings

    /// The registry knows the incoming call.
    mutating func ring() {
        _ = appear(.incoming)
        hear(.accepted(call))
    }

    /// The call is active, after an answer of the registry.
    mutating func talk() {
        ring()
        hear(.perform(action(.answer)))
        _ = become(.active)
    }

    /// The registry has placed a call. Returns its id there.
    mutating func dial(_ state: SourceState = .dialing) -> CallID {
        let call = CallID.random()
        hear(.perform(Self.action(.start(Self.start()), of: call)))
        _ = appear(state, outgoing: true)
        return call
    }

    /// A report of the call as held.
    static func held(outgoing: Bool = false) -> ExistingCall {
        var report = ExistingCall()
        (report.state, report.outgoing, report.update) = (.held, outgoing, facts)
        return report
    }
}

// SPDX-License-Identifier: MIT

package import CallContract

/// The front: the calls that gateways have handed over, the user in front, and what each WirePlumber was told.
package struct Front: Sendable {
    private let limits: FrontLimits
    /// The user whose session is in front.
    private var user: UInt32?
    private var gateways: [UInt32: Gateway] = [:]
    /// By their unique names.
    private var watchers: [String: Watcher] = [:]

    private struct Gateway: Hashable, Sendable {
        let name: String
        var view = FrontView(calls: [], operator: "")
    }

    package init(limits: FrontLimits = FrontLimits()) { self.limits = limits }

    /// What a connection finds: nil = no modem. Only WirePlumber that has asked finds one.
    package func view(for name: String) -> FrontView? { watchers[name].flatMap { view(of: $0.uid) } }

    /// Whether a connection is told of modems.
    package func isWatched(by name: String) -> Bool { watchers[name] != nil }

    /// Whether a user's calls are shown. `hasName`: the front has the name of ModemManager.
    package func state(of uid: UInt32, hasName: Bool) -> FrontState {
        guard gateways[uid] != nil else { return .detached }
        guard uid == user else { return .background }
        guard !watchers.values.contains(where: { $0.uid == uid }) else { return .shown }
        return hasName ? .unwatched : .nameTaken
    }

    private func view(of uid: UInt32) -> FrontView? { uid == user ? gateways[uid]?.view : nil }

    /// The one door that changes the front. A refused event changes nothing.
    package mutating func handle(_ event: FrontEvent) throws(FrontRefusal) -> [FrontEffect] {
        switch event {
        case .userCame(let user):
            self.user = user
            return catchUp()
        case .attached(let caller):
            guard gateways[caller.uid] != nil || gateways.count < limits.gateways else { throw .tooManyGateways }
            gateways[caller.uid] = Gateway(name: caller.name)
            return catchUp()
        case .calls(let calls, let name, let caller):
            guard var gateway = gateways[caller.uid], gateway.name == caller.name else { throw .notAttached }
            try check(calls, after: gateway.view)
            gateway.view = FrontView(calls: calls, operator: shown(name))
            gateways[caller.uid] = gateway
            return catchUp()
        case .asked(let caller, let ofModemManager):
            return watch(caller, ofModemManager, shown: view(of: caller.uid))
        case .waited(let caller, let ofModemManager):
            // One that has asked meanwhile has its answer.
            return isWatched(by: caller.name) ? [] : watch(caller, ofModemManager, shown: nil)
        case .yielded:
            watchers = watchers.filter { !$0.value.asksModemManager }
            return []
        case .described(let id, let caller):
            guard let call = view(for: caller.name)?.call(id) else { return [] }
            watchers[caller.name]?.describe(call)
            return catchUp()
        case .pressed(let press, let id, let caller):
            let (gateway, call) = try find(id, caller)
            guard Self.allows(press, call.state) else { throw .wrongState }
            return [FrontEffect(.press(press, id), to: gateway)]
        case .dialed(let number, let caller):
            let gateway = try gateway(of: caller)
            guard number.isEmpty || FrontCall.isNumber(number) else { throw .noNumber }
            return [FrontEffect(.dial(number), to: gateway.name)]
        case .tone(let tone, let id, let caller):
            let (gateway, call) = try find(id, caller)
            guard FrontCall.isTone(tone) else { throw .noTone }
            guard call.state == .active else { throw .wrongState }
            return [FrontEffect(.tone(tone, id), to: gateway)]
        case .lost(let name):
            watchers[name] = nil
            gateways = gateways.filter { $0.value.name != name }
            return catchUp()
        }
    }

    /// Whether a headset may press that in that state.
    package static func allows(_ press: FrontPress, _ state: FrontCall.State) -> Bool {
        switch (press, state) {
        case (.accept, .ringingIn), (.accept, .waiting): true
        case (.accept, .dialing), (.accept, .ringingOut), (.accept, .active), (.accept, .held): false
        case (.hangup, .dialing), (.hangup, .ringingOut), (.hangup, .ringingIn), (.hangup, .active), (.hangup, .held),
            (.hangup, .waiting):
            true
        }
    }

    /// A user that has too many connections of WirePlumber keeps those; a further one finds nothing.
    private mutating func watch(_ caller: Caller, _ ofModemManager: Bool, shown: FrontView?) -> [FrontEffect] {
        let others = watchers.filter { $0.key != caller.name && $0.value.uid == caller.uid }
        guard others.count < limits.watchersOfUser else { return [] }
        watchers[caller.name] = Watcher(uid: caller.uid, asksModemManager: ofModemManager, shown: shown)
        return catchUp()
    }

    private mutating func catchUp() -> [FrontEffect] {
        var effects: [FrontEffect] = []
        for name in watchers.keys.sorted() {
            guard var watcher = watchers[name] else { continue }
            effects += watcher.catchUp(with: view(of: watcher.uid)).map { FrontEffect($0, to: name) }
            watchers[name] = watcher
        }
        return effects
    }

    /// The gateway whose modem a caller sees.
    private func gateway(of caller: Caller) throws(FrontRefusal) -> Gateway {
        guard view(for: caller.name) != nil, let gateway = gateways[caller.uid] else { throw .noModem }
        return gateway
    }

    private func find(_ id: UInt32, _ caller: Caller) throws(FrontRefusal) -> (gateway: String, FrontCall) {
        let gateway = try gateway(of: caller)
        guard let call = gateway.view.call(id) else { throw .noCall }
        return (gateway.name, call)
    }

    private func check(_ calls: [FrontCall], after before: FrontView) throws(FrontRefusal) {
        guard calls.count <= limits.calls else { throw .tooManyCalls }
        guard Set(calls.map(\.id)).count == calls.count else { throw .repeatedCall }
        let isSame = calls.allSatisfy { call in
            before.call(call.id).map { $0.direction == call.direction } ?? true
        }
        guard isSame else { throw .changedDirection }
    }

    /// The name of an app may be any text. A headset gets its beginning, without control characters and quotation
    /// marks: PipeWire puts it between quotation marks as it is.
    private func shown(_ name: String) -> String {
        var text = ""
        for character in name {
            let scalars = character.unicodeScalars
            guard !scalars.contains(where: { $0 == "\"" || $0.properties.generalCategory == .control }) else {
                continue
            }
            guard text.utf8.count + character.utf8.count <= limits.operatorBytes else { break }
            text.append(character)
        }
        return text
    }
}

// SPDX-License-Identifier: MIT

internal import BusTesting

/// A method call without its caller.
struct MethodCall {
    var path = "/org/monkeycall/CallManager"
    var interface = "org.monkeycall.CallManager"
    let member: String
    var arguments: [DBusValue] = []
}

extension Deed {
    /// The method call on the bus. nil = the deed is no call, or completes an action that `action` does not know.
    func methodCall(_ action: (Told) -> String?) -> MethodCall? {
        switch self {
        case .register(let app, let groups, let implicitly):
            manager("RegisterProvider", .string(app), Self.configuration(app, groups, implicitly))
        case .configure(let app, let groups):
            manager("SetProviderConfiguration", .string(app), Self.configuration(app, groups, false))
        case .invalidate(let app): manager("InvalidateProvider", .string(app))
        case .ring(let app, let call, let canHold, let emergency):
            manager(
                "ReportNewIncomingCall", .string(app), .string(CallNumber.text(call)),
                ["SupportsHolding": .bool(canHold), "Emergency": .bool(emergency), "RemoteHandle": Self.handle])
        case .exists(let app, let call, let state, let group):
            manager("ReportExistingCall", .string(app), .string(CallNumber.text(call)), Self.existing(state, group))
        case .connecting(let call):
            manager("ReportOutgoingCallStartedConnecting", .string(CallNumber.text(call)), .uint64(0))
        case .connected(let call): manager("ReportOutgoingCallConnected", .string(CallNumber.text(call)), .uint64(0))
        case .ended(let call, let reason):
            manager("ReportCallEnded", .string(CallNumber.text(call)), .uint64(0), .string(reason), [:])
        case .canHold(let call, let can):
            manager("ReportCallUpdated", .string(CallNumber.text(call)), ["SupportsHolding": .bool(can)])
        case .onHold(let call, let held):
            manager("ReportCallUpdated", .string(CallNumber.text(call)), ["OnHold": .bool(held)])
        case .complete(let told, let succeeded):
            action(told).map { manager(succeeded ? "FulfillAction" : "FailAction", .string($0), [:]) }
        case .completeUnknown: manager("FulfillAction", .string(CallNumber.text(0)), [:])
        case .request(let wishes, let name): request(wishes, name)
        case .ask(let wish): wish.methodCall
        case .requestStartCall(let app): manager("RequestStartCall", .string(app), Self.handle, [:])
        case .registerShell(let wish): manager("RegisterShell", "simulated", Self.shellState(wish))
        case .setShellState(let wish): manager("SetShellState", Self.shellState(wish))
        case .silence(let call):
            audio("SilenceAlert", .string(call.map(CallNumber.text) ?? ""))
        case .setRoute(let route): audio("SetRoute", .string(route))
        case .registerDirectory(let verdict): manager("RegisterDirectory", ["WhenLate": .string(verdict)])
        case .switchOff(let app):
            manager("SetDirectoryState", ["DisabledProviders": .strings(app.map { [$0] } ?? [])])
        case .answerScreening(let call, let verdict):
            manager("AnswerScreening", .string(CallNumber.text(call)), .string(verdict), Self.identification)
        case .identify(let call): manager("IdentifyCall", .string(CallNumber.text(call)), Self.identification)
        case .subscribe: manager("Subscribe")
        case .unsubscribe: manager("Unsubscribe")
        case .look: MethodCall(interface: "org.freedesktop.DBus.ObjectManager", member: "GetManagedObjects")
        case .lookAtAudio:
            MethodCall(
                interface: "org.freedesktop.DBus.Properties", member: "GetAll",
                arguments: ["org.monkeycall.CallManager.Audio"])
        case .leave, .kill: nil
        }
    }

    private func manager(_ member: String, _ arguments: DBusValue...) -> MethodCall {
        MethodCall(member: member, arguments: arguments)
    }

    private func request(_ wishes: [Wish], _ name: Int?) -> MethodCall {
        var actions = wishes.map(\.action)
        guard let name else { return manager("RequestTransaction", .dictionaries(actions), [:]) }
        for place in actions.indices { actions[place]["Identifier"] = .string(Self.identifier(name, place)) }
        return manager(
            "RequestTransaction", .dictionaries(actions), ["Transaction": .string(Self.transaction(name))])
    }

    /// The id of the transaction of that number.
    static func transaction(_ name: Int) -> String { CallNumber.text(name << 8 | 0xFF) }

    private static func identifier(_ name: Int, _ place: Int) -> String { CallNumber.text(name << 8 | place) }

    private func audio(_ member: String, _ argument: DBusValue) -> MethodCall {
        MethodCall(interface: "org.monkeycall.CallManager.Audio", member: member, arguments: [argument])
    }

    fileprivate static let handle = DBusValue.tuple("phone-number", "+4930123456")

    fileprivate static let emergencyNumber = DBusValue.tuple("phone-number", .string(Cast.emergencyNumber))

    private static let identification: DBusValue = ["DisplayName": "Ada", "Relation": "favourite"]

    private static func configuration(_ app: String, _ groups: Int, _ implicitly: Bool) -> DBusValue {
        [
            "EmergencyNumbers": .strings(app == Cast.modem ? [Cast.emergencyNumber] : []),
            "MaximumCallGroups": .uint32(UInt32(groups)), "MaximumCallsPerCallGroup": .uint32(3),
            "SupportedHandleTypes": .strings(["phone-number"]), "HoldsImplicitly": .bool(implicitly),
            "LocalizedName": .string("with \(groups) groups"),
        ]
    }

    private static func existing(_ state: String, _ group: Int?) -> DBusValue {
        var values: [String: DBusValue] = [
            "State": .string(state), "Outgoing": .bool(state == "dialing" || state == "connecting"),
        ]
        if let group { values["Group"] = .string(CallNumber.text(group)) }
        return .options(values)
    }

    private static func shellState(_ wish: ShellWish) -> DBusValue {
        let routes = ["speaker", "headset"].map { ["Name": DBusValue.string($0), "Kind": .string($0)] }
        return [
            "DoNotDisturb": .bool(wish == .doNotDisturb || wish == .quietly),
            "DoNotDisturbSilences": .bool(wish == .quietly),
            "WhileInCall": wish == .busy ? "busy" : wish == .silent ? "silent" : "soft",
            "Routes": .dictionaries(routes), "Route": "speaker",
        ]
    }
}

extension Deed.Wish {
    /// The action as an argument of `RequestTransaction`.
    var action: [String: DBusValue] {
        var action: [String: DBusValue] = ["Action": .string(word), "Call": .string(CallNumber.text(call))]
        switch kind {
        case .start(let app, let emergency):
            action["Provider"] = .string(app)
            action["Emergency"] = .bool(emergency && app == Cast.modem)
            action["Handle"] = emergency && app != Cast.modem ? Deed.emergencyNumber : Deed.handle
        case .answer, .end: break
        case .hold(let held): action["OnHold"] = .bool(held)
        case .mute(let muted): action["Muted"] = .bool(muted)
        case .group(let other): action["GroupWith"] = .string(other.map(CallNumber.text) ?? "")
        case .tones: action["Digits"] = "1"
        }
        return action
    }

    private var word: String {
        switch kind {
        case .start: "start-call"
        case .answer: "answer-call"
        case .end: "end-call"
        case .hold: "set-held"
        case .mute: "set-muted"
        case .group: "set-group"
        case .tones: "play-dtmf"
        }
    }

    /// The call of the method of the call's object; nil for a start, which has no object yet.
    var methodCall: MethodCall? {
        let (member, arguments): (String, [DBusValue])
        switch kind {
        case .start: return nil
        case .answer: (member, arguments) = ("Answer", [])
        case .end: (member, arguments) = ("End", [])
        case .hold(let held): (member, arguments) = ("SetHeld", [.bool(held)])
        case .mute(let muted): (member, arguments) = ("SetMuted", [.bool(muted)])
        case .group(let other): (member, arguments) = ("SetGroup", [.string(other.map(CallNumber.text) ?? "")])
        case .tones: (member, arguments) = ("PlayDTMF", ["1"])
        }
        let object = CallNumber.text(call).replacing("-", with: "_")
        return MethodCall(
            path: "/org/monkeycall/CallManager/calls/\(object)", interface: "org.monkeycall.CallManager.Call",
            member: member, arguments: arguments)
    }
}

/// The UUIDs of calls. A simulation numbers its calls.
enum CallNumber {
    private static let prefix = "00000000-0000-4000-8000-"

    static func text(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return prefix + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    }

    static func parse(_ text: some StringProtocol) -> Int? {
        text.hasPrefix(prefix) ? Int(text.dropFirst(prefix.count), radix: 16) : nil
    }
}

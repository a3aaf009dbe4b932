// SPDX-License-Identifier: MIT

/// A provider in a ``Stage``.
package struct Provider {
    package let actor: Actor
    package let identifier: String

    package init(_ actor: Actor, _ identifier: String) {
        self.actor = actor
        self.identifier = identifier
    }

    package func register(_ configuration: [String: DBusValue] = [:]) throws {
        try actor.call("RegisterProvider", .string(identifier), .options(configuration))
    }

    package func configure(_ configuration: [String: DBusValue]) throws {
        try actor.call("SetProviderConfiguration", .string(identifier), .options(configuration))
    }

    /// Reports an incoming call.
    package func ring(_ call: String, _ update: [String: DBusValue] = [:]) throws {
        try actor.call("ReportNewIncomingCall", .string(identifier), UUIDs.value(call), .options(update))
    }

    /// Reports an incoming call from a telephone number.
    package func ring(_ call: String, from number: String) throws {
        try ring(call, ["RemoteHandle": .tuple("phone-number", .string(number))])
    }

    /// Reports a call from a telephone number that the user does not answer.
    package func miss(_ call: String, from number: String) throws {
        try ring(call, from: number)
        try reportEnded(UUIDs.text(call), "unanswered")
    }

    /// The error of the report of a call from a telephone number.
    package func refusal(_ call: String, from number: String) -> String {
        actor.refusal { _ in try ring(call, from: number) }
    }

    /// Reports an incoming call without waiting for the reply. Returns the serial of the report.
    package func beginRing(_ call: String, _ update: [String: DBusValue] = [:]) throws -> UInt32 {
        let manager = actor.client.manager
        return try actor.client.send(
            manager.destination, manager.path, manager.interface, "ReportNewIncomingCall",
            [.string(identifier), UUIDs.value(call), .options(update)])
    }

    /// The error of a report.
    package func refusal(of report: UInt32) -> String { actor.refusal { try $0.client.reply(to: report) } }

    /// Reports an existing call.
    package func goOn(_ call: String, _ state: [String: DBusValue] = [:]) throws {
        try actor.call("ReportExistingCall", .string(identifier), UUIDs.value(call), .options(state))
    }

    package func reportConnecting(_ call: String) throws {
        try actor.call("ReportOutgoingCallStartedConnecting", UUIDs.value(call), .uint64(0))
    }

    package func reportConnected(_ call: String) throws {
        try actor.call("ReportOutgoingCallConnected", UUIDs.value(call), .uint64(0))
    }

    package func update(_ call: String, _ facts: [String: DBusValue]) throws {
        try actor.call("ReportCallUpdated", UUIDs.value(call), .options(facts))
    }

    package func reportEnded(_ call: String, _ reason: String = "remote-ended") throws {
        try actor.call("ReportCallEnded", UUIDs.value(call), .uint64(0), .string(reason), [:])
    }

    /// The oldest action that is not completed.
    package func action() throws -> BusMessage {
        try actor.catchUp()
        guard let first = actor.actions.first else { throw SupportError("\(actor.name) has no action to complete") }
        return first
    }

    /// Fulfils the oldest action.
    package func fulfill(_ details: [String: DBusValue] = [:]) throws { try complete("FulfillAction", details) }

    /// Waits for an action of this kind, such as `PerformAnswerCallAction`, and fulfils the oldest action.
    package func fulfill(after signal: String) throws {
        _ = try actor.client.waitForSignal(signal)
        try fulfill()
    }

    /// Says that the app takes the call to a telephone number that another program requested.
    package func takeStart(_ number: String) throws { try answerStart(number, true) }

    /// Says that the app has no code for such a call.
    package func refuseStart(_ number: String) throws { try answerStart(number, false) }

    private func answerStart(_ number: String, _ isHandled: Bool) throws {
        try actor.call(
            "AnswerStartCall", .string(identifier), .tuple("phone-number", .string(number)), .bool(isHandled), [:])
    }

    package func fail() throws { try complete("FailAction", [:]) }

    /// Fulfils all actions and connects the calls that it starts, as a willing app does.
    package func doEverything() throws {
        while true {
            try actor.catchUp()
            guard let next = actor.actions.first else { return }
            try fulfill()
            guard next.member == "PerformStartCallAction" else { continue }
            try actor.call("ReportOutgoingCallStartedConnecting", next.arguments[2], .uint64(0))
            try actor.call("ReportOutgoingCallConnected", next.arguments[2], .uint64(0))
        }
    }

    /// A start-call action, for a transaction.
    package func start(_ call: String, _ more: [String: DBusValue] = [:]) -> [String: DBusValue] {
        [String: DBusValue].start(call, at: identifier).merging(more) { $1 }
    }

    /// An active incoming call.
    package func activeCall(_ call: String, _ update: [String: DBusValue] = [:]) throws {
        try ring(call, update)
        try actor.ask("Answer", call)
        try fulfill()
    }

    private func complete(_ member: String, _ details: [String: DBusValue]) throws {
        let id = try action().arguments[1]
        actor.actions.removeFirst()
        try actor.call(member, id, .options(details))
    }
}

/// The actions of a transaction.
extension [String: DBusValue] {
    package static func answer(_ call: String) -> Self { action("answer-call", call) }
    package static func end(_ call: String) -> Self { action("end-call", call) }
    package static func hold(_ call: String) -> Self { action("set-held", call, ["OnHold": true]) }
    package static func resume(_ call: String) -> Self { action("set-held", call, ["OnHold": false]) }
    package static func mute(_ call: String) -> Self { action("set-muted", call, ["Muted": true]) }
    package static func unmute(_ call: String) -> Self { action("set-muted", call, ["Muted": false]) }
    package static func tones(_ digits: String, _ call: String) -> Self {
        action("play-dtmf", call, ["Digits": .string(digits)])
    }
    package static func join(_ call: String, _ other: String) -> Self {
        action("set-group", call, ["GroupWith": UUIDs.value(other)])
    }

    package static func start(
        _ call: String, at provider: String, _ handle: DBusValue = .tuple("phone-number", "+4930123456")
    ) -> Self {
        action("start-call", call, ["Provider": .string(provider), "Handle": handle])
    }

    private static func action(_ word: String, _ call: String, _ more: Self = [:]) -> Self {
        more.merging(["Action": .string(word), "Call": UUIDs.value(call)]) { $1 }
    }
}

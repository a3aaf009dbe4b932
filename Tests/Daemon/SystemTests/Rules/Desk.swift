// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The scene of most rules: three apps, the user's shell, and a subscriber.
struct Desk {
    let stage: Stage
    let phone: Provider
    let chat: Provider
    let radio: Provider
    let user: Actor
    let watcher: Actor

    init(_ shellState: [String: DBusValue] = [:], configuration: String? = nil) throws {
        stage = try Stage(configuration: configuration)
        phone = try stage.app("Phone")
        chat = try stage.app("Chat")
        radio = try stage.app("Radio")
        user = try stage.shell("user", shellState)
        watcher = try stage.subscriber()
    }

    /// An active incoming call. The other apps fulfil the actions that make room for it.
    func talk(_ call: String, at app: Provider, _ update: [String: DBusValue] = [:], holding others: Provider...) throws
    {
        try app.ring(call, update)
        try user.ask("Answer", call)
        for other in others { try other.fulfill() }
        try app.fulfill()
        try forget()
    }

    /// An active outgoing call that the user has requested.
    func dial(_ call: String, at app: Provider, holding others: Provider...) throws {
        try user.request([app.start(call)])
        for other in others { try other.fulfill() }
        try app.doEverything()
        try forget()
    }

    /// Two active calls of one app in one group, which has the name of the first call.
    func confer(_ first: String, _ second: String, at app: Provider) throws {
        try talk(first, at: app)
        try talk(second, at: app, holding: app)
        try user.ask("SetGroup", second, UUIDs.value(first))
        try app.fulfill()
        try app.fulfill()
        try forget()
    }

    /// All apps fulfil their actions, until no app has an action.
    func finish() throws {
        let apps = [phone, chat, radio]
        func hasAction(_ app: Provider) throws -> Bool {
            try app.actor.catchUp()
            return !app.actor.actions.isEmpty
        }
        while let app = try apps.first(where: hasAction) {
            // The service refuses to complete an action that was superseded meanwhile.
            _ = app.actor.refusal { _ in try app.fulfill() }
        }
    }

    /// Drops the story and the signals so far.
    func forget() throws {
        _ = try stage.story()
        for actor in [phone.actor, chat.actor, radio.actor, user, watcher] { actor.client.forgetSignals() }
    }

    /// Expects exactly these messages to apps and requesters since the last time, in this order, and exactly these
    /// changes of calls; nil to ignore these.
    func expect(
        _ told: [String], moved: [String]? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let (heard, seen) = try lines()
        #expect(heard == told, sourceLocation: sourceLocation)
        if let moved { #expect(seen == moved, sourceLocation: sourceLocation) }
    }

    /// The story without the successful replies, and separately the changes of calls.
    func lines() throws -> (told: [String], moved: [String]) {
        let story = try stage.story()
        let prefix = "watcher: "
        let changes = story.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        return (
            story.filter { !$0.hasPrefix(prefix) && !$0.hasSuffix(" accepted") },
            changes.filter { $0.count > 1 && $0.dropFirst().first == " " }
        )
    }

    /// The ended calls, each with its `EndedReason`.
    func endedReasons() throws -> [String: String] {
        var reasons: [String: String] = [:]
        for line in try user.call("ListEndedCalls")[0].elements ?? [] {
            reasons[UUIDs.name(line["Call"]?.string)] = line["EndedReason"]?.string
        }
        return reasons
    }

    /// Waits for a call to get into a state after the last `forget`.
    func wait(for call: String, toBe state: String) throws {
        _ = try watcher.client.waitForSignal("PropertiesChanged") { message in
            message.path == UUIDs.path(call) && message.arguments[1]["State"]?.string == state
        }
    }
}

extension Provider {
    /// Takes the next action and does nothing about it. Returns its id.
    @discardableResult
    func sitOnIt() throws -> DBusValue {
        let id = try action().arguments[1]
        actor.actions.removeFirst()
        return id
    }
}

extension Actor {
    /// The reason of a call's last change, such as `held-for-answer B`.
    func why(_ call: String) throws -> String {
        let words = [try property("Reason", of: call).string, UUIDs.name(try property("ReasonCall", of: call).string)]
        return words.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The transactions whose end was announced to the actor since the last `forget`.
    func completed() throws -> [String] {
        try catchUp()
        return client.signals.filter { $0.member == "TransactionCompleted" }.compactMap { $0.arguments.first?.string }
    }

    /// The calls that have the audio.
    func owners() throws -> [String] { try audioProperty("OwnerCalls").strings?.map { UUIDs.name($0) } ?? [] }

    /// The calls that wait for the audio, in order.
    func waiting() throws -> [String] { try audioProperty("Waiting").strings?.map { UUIDs.name($0) } ?? [] }
}

// SPDX-License-Identifier: MIT

import CallKit
import LiveCommunicationKit

/// What the app does with LiveCommunicationKit. It prints every callback, and completes each action at once or later,
/// by the habits of the actor.
final class Conversations: ConversationManagerDelegate, @unchecked Sendable {
    private unowned let actor: Actor
    private var manager: ConversationManager?
    private lazy var dialer = Dialer(of: actor)
    private let lock = NSLock()
    // Guarded by the lock.
    private var waiting: [ConversationAction] = []

    init(of actor: Actor) { self.actor = actor }

    // MARK: Commands

    /// The commands, beside those of ``Dialer``. OPTIONS are as in `members=+49 name=Ada active=+50 local=me
    /// capabilities=pausing,merging`.
    func hear(_ words: [Substring]) {
        let uuid = words.count > 1 ? Words.uuid(words[1]) : UUID()
        switch words.first {
        case "manager":
            manager = ConversationManager(configuration: configuration(words))
            if !words.contains("quiet") { manager?.delegate = self }
        case "delegate": manager?.delegate = self
        case "configure": manager?.configuration = configuration(words)
        case "ring": ring(uuid, update(words))
        case "update": report(.conversationUpdated(update(words)), of: uuid)
        case "connecting": report(.conversationStartedConnecting(actor.date(words) ?? Date()), of: uuid)
        case "connected": report(.conversationConnected(actor.date(words) ?? Date()), of: uuid)
        case "ended":
            report(.conversationEnded(actor.date(words) ?? Date(), ConversationWords.reason(words[2])), of: uuid)
        case "perform": perform(words.dropFirst().joined(separator: " "))
        case "fulfil": fulfil(at: actor.date(words))
        case "fail": next()?.fail()
        case "conversations": sayConversations()
        case "pending": sayPending()
        case "local": sayLocal(uuid)
        case "push": push()
        case "invalidate": manager?.invalidate()
        case "release": manager = nil
        default: if !dialer.hear(words) { actor.say("what is “\(words.joined(separator: " "))”?") }
        }
    }

    private func configuration(_ words: [Substring]) -> ConversationManager.Configuration {
        var configuration = ConversationManager.Configuration(
            ringtoneName: nil, iconTemplateImageData: nil, maximumConversationGroups: 2,
            maximumConversationsPerConversationGroup: 5, includesConversationInRecents: true, supportsVideo: true,
            supportedHandleTypes: [.phoneNumber])
        (configuration.identifier, configuration.localizedName) = (actor.identifier, "Actor")
        for (key, value) in actor.options(words) where key == "groups" {
            configuration.maximumConversationGroups = Int(value) ?? 0
        }
        return configuration
    }

    private func update(_ words: [Substring]) -> Conversation.Update {
        var update = Conversation.Update()
        let options = actor.options(words)
        let name = options.first { $0.0 == "name" }?.1
        for (key, value) in options {
            switch key {
            case "members": update.members = ConversationWords.handles(value, name)
            case "active": update.activeRemoteMembers = ConversationWords.handles(value, name)
            case "local": update.localMember = Handle(type: .emailAddress, value: value, displayName: "Me")
            case "capabilities": update.capabilities = ConversationWords.capabilities(value)
            case "name": break
            default: actor.say("what is “\(key)”?")
            }
        }
        return update
    }

    private func conversation(_ uuid: UUID) -> Conversation? { manager?.conversations.first { $0.uuid == uuid } }

    private func report(_ event: Conversation.Event, of uuid: UUID) {
        guard let conversation = conversation(uuid) else { return actor.say("no \(Words.name(uuid))") }
        manager?.reportConversationEvent(event, for: conversation)
    }

    private func ring(_ uuid: UUID, _ update: Conversation.Update) {
        let name = Words.name(uuid)
        attempt("\(name) reported", "\(name) refused") {
            try await $0.reportNewIncomingConversation(uuid: uuid, update: update)
        }
    }

    private func perform(_ text: String) {
        let actions = text.split(separator: ", ").map { ConversationWords.action($0.split(separator: " ")) }
        attempt("accepted", "refused") { try await $0.perform(actions) }
    }

    private func push() {
        attempt("pushed", "not pushed") { _ in
            try await ConversationManager.reportNewIncomingVoIPPushPayload([:])
        }
    }

    /// On the main queue, as an app does it.
    private func attempt(
        _ success: String, _ failure: String,
        _ body: @escaping @MainActor @Sendable (ConversationManager) async throws -> Void
    ) {
        guard let manager else { return }
        let actor = actor
        actor.outstanding.enter()
        Task { @MainActor in
            do {
                try await body(manager)
                // It comes before or after what the acceptance causes.
                if actor.has("answers") { actor.say(success) }
            } catch {
                actor.say("\(failure) \(ConversationWords.error(error))")
            }
            actor.outstanding.leave()
        }
    }

    private func next() -> ConversationAction? { lock.withLock { waiting.isEmpty ? nil : waiting.removeFirst() } }

    private func fulfil(at date: Date?) {
        switch (next(), date) {
        case (let action as StartConversationAction, let date?): action.fulfill(dateStarted: date)
        case (let action as JoinConversationAction, let date?): action.fulfill(dateConnected: date)
        case (let action as EndConversationAction, let date?): action.fulfill(dateEnded: date)
        case (let action, _): action?.fulfill()
        }
    }

    /// On the main queue, where the states change.
    private func sayConversations() {
        let (actor, manager) = (actor, manager)
        DispatchQueue.main.async {
            let states = manager?.conversations.map { "\(Words.name($0.uuid)) \($0.state)" } ?? []
            actor.say("conversations " + states.joined(separator: ", "))
        }
    }

    private func sayPending() {
        let (actor, manager) = (actor, manager)
        DispatchQueue.main.async {
            let pending = manager?.pendingActions.map {
                "\(ConversationWords.action($0)) \(ConversationWords.state($0))"
            }
            actor.say("pending " + (pending ?? []).sorted().joined(separator: ", "))
        }
    }

    private func sayLocal(_ uuid: UUID) {
        let member = conversation(uuid)?.localMember
        actor.say("local " + (member.map { "\($0.value) \($0.displayName)" } ?? "nobody"))
    }

    // MARK: Delegate callbacks

    func conversationManagerDidBegin(_ manager: ConversationManager) { actor.say("begin") }
    func conversationManagerDidReset(_ manager: ConversationManager) { actor.say("reset") }

    func conversationManager(_ manager: ConversationManager, conversationChanged conversation: Conversation) {
        actor.say("\(Words.name(conversation.uuid)) \(conversation.state)")
    }

    func conversationManager(_ manager: ConversationManager, perform action: ConversationAction) {
        let state = conversation(action.conversationUUID).map { "\($0.state)" } ?? "unknown"
        actor.say(ConversationWords.action(action) + (actor.has("states") ? " while \(state)" : ""))
        if actor.has("stages"), action is JoinConversationAction,
            let conversation = conversation(action.conversationUUID)
        {
            manager.reportConversationEvent(.conversationStartedConnecting(Date()), for: conversation)
            manager.reportConversationEvent(.conversationConnected(Date()), for: conversation)
        }
        if actor.has("obey") { action.fulfill() } else { lock.withLock { waiting.append(action) } }
    }

    func conversationManager(_ manager: ConversationManager, timedOutPerforming action: ConversationAction) {
        actor.say("\(ConversationWords.action(action)) \(ConversationWords.state(action))")
    }

    func conversationManager(_ manager: ConversationManager, didActivate audioSession: AVAudioSession) {
        actor.say("activate")
    }

    func conversationManager(_ manager: ConversationManager, didDeactivate audioSession: AVAudioSession) {
        actor.say("deactivate")
    }

    func conversationManager(_ manager: ConversationManager, continue userActivity: NSUserActivity) {
        actor.say("asked to call \(userActivity.userInfo?["handle"] as? String ?? "nobody")")
    }
}

/// The words for LiveCommunicationKit in the commands and the printed lines.
enum ConversationWords {
    static func action(_ action: ConversationAction) -> String {
        let call = Words.name(action.conversationUUID)
        return switch action {
        case let action as StartConversationAction:
            "start \(call) \(action.handles.map(\.value).joined(separator: " "))\(action.isVideo ? " video" : "")"
        case is JoinConversationAction: "join \(call)"
        case is EndConversationAction: "end \(call)"
        case let action as PauseConversationAction: "\(action.isPaused ? "pause" : "continue") \(call)"
        case let action as MuteConversationAction: "\(action.isMuted ? "mute" : "unmute") \(call)"
        case let action as MergeConversationAction: "merge \(call) \(Words.name(action.conversationUUIDToMergeWith))"
        case is UnmergeConversationAction: "unmerge \(call)"
        case let action as PlayToneAction: "tone \(call) \(action.digits) \(action.tone)"
        default: "\(type(of: action))"
        }
    }

    static func state(_ action: ConversationAction) -> String {
        switch action.state {
        case .idle: "idle"
        case .running: "running"
        case .complete: "complete"
        case .failed(let reason): "\(reason)"
        }
    }

    /// The action of `join A`, `merge A B`, `tone A 1`, `start A +49 +50 video`.
    static func action(_ words: [Substring]) -> ConversationAction {
        let call = words.count > 1 ? Words.uuid(words[1]) : UUID()
        let more = words.dropFirst(2)
        switch words.first {
        case "start":
            let handles = more.filter { $0 != "video" }.map { Handle(type: .phoneNumber, value: String($0)) }
            return StartConversationAction(
                conversationUUID: call, handles: handles, isVideo: words.last == "video")
        case "start-named":
            let handle = Handle(type: .phoneNumber, value: String(words[2]), displayName: String(words[3]))
            return StartConversationAction(conversationUUID: call, handles: [handle], isVideo: false)
        case "join": return JoinConversationAction(conversationUUID: call)
        case "end": return EndConversationAction(conversationUUID: call)
        case "pause", "continue":
            return PauseConversationAction(conversationUUID: call, isPaused: words[0] == "pause")
        case "mute", "unmute": return MuteConversationAction(conversationUUID: call, isMuted: words[0] == "mute")
        case "merge":
            return MergeConversationAction(
                conversationUUID: call, conversationUUIDToMergeWith: Words.uuid(words[2]))
        case "unmerge": return UnmergeConversationAction(conversationUUID: call)
        case "tone": return PlayToneAction(conversationUUID: call, digits: String(words[2]), tone: .single)
        case "soft-pause": return PlayToneAction(conversationUUID: call, digits: String(words[2]), tone: .softPause)
        case "translate":
            return SetTranslatingAction(
                conversationID: call, isTranslating: true, localLanguage: Locale.Language(identifier: "de"),
                remoteLanguage: Locale.Language(identifier: "en"))
        default: return ConversationAction(conversationUUID: call)
        }
    }

    /// `+49,+50`; empty for no member. The name is that of the first one.
    static func handles(_ text: String, _ name: String?) -> Set<Handle> {
        let values = text.split(separator: ",").map(String.init)
        return Set(
            values.map { Handle(type: .phoneNumber, value: $0, displayName: $0 == values.first ? name : nil) })
    }

    static func capabilities(_ text: String) -> Conversation.Capabilities {
        let words: [Substring: Conversation.Capabilities] = [
            "pausing": .pausing, "merging": .merging, "unmerging": .unmerging, "video": .video, "tones": .playingTones,
        ]
        return text.split(separator: ",").reduce(into: []) { $0.formUnion(words[$1] ?? []) }
    }

    static func reason(_ word: Substring) -> Conversation.EndedReason {
        switch word {
        case "remoteEnded": .remoteEnded
        case "unanswered": .unanswered
        case "joinedElsewhere": .joinedElsewhere
        case "declinedElsewhere": .declinedElsewhere
        default: .failed
        }
    }

    /// The error's code and the calls that its text names.
    static func error(_ error: any Error) -> String {
        let code = (error as? ConversationError).map { "\($0.code)" } ?? "\(error)"
        return ([code] + Words.calls(in: error)).joined(separator: " ")
    }
}

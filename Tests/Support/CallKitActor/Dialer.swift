// SPDX-License-Identifier: MIT

import LiveCommunicationKit

/// What the app does with the history and the modems, as an app that the user dials with. It prints a line for each
/// command.
final class Dialer: @unchecked Sendable {
    typealias Recent = ConversationHistoryManager.RecentConversation

    private unowned let actor: Actor
    private let telephony = TelephonyConversationManager.sharedInstance
    /// The history is followed from its first use on.
    private lazy var history = ConversationHistoryManager.sharedInstance
    private var token: NotificationCenter.ObservationToken?

    init(of actor: Actor) { self.actor = actor }

    /// The commands; false for an unknown one. CALL is a name of a call, or its UUID.
    func hear(_ words: [Substring]) -> Bool {
        let argument = words.dropFirst().first.map(String.init) ?? ""
        switch words.first {
        case "watch": watch()
        // recents [FILTER [VALUE]]
        case "recents": sayRecents(argument, words.count > 2 ? String(words[2]) : "")
        // read CALL…
        case "read": read(words.dropFirst().map { Words.uuid($0) })
        case "services": actor.say("services " + telephony.cellularServices.map(\.label).joined(separator: ", "))
        case "service-ids":
            actor.say("ids " + telephony.cellularServices.map(\.id.uuidString).joined(separator: " "))
        // dial HANDLE [NAME], dial-with LABEL HANDLE, dial-mail ADDRESS
        case "dial":
            let handle = Handle(
                type: .phoneNumber, value: argument, displayName: words.count > 2 ? String(words[2]) : nil)
            start(StartCellularConversationAction(handle))
        case "dial-with": dial(String(words[2]), with: argument)
        case "dial-mail": start(StartCellularConversationAction(Handle(type: .emailAddress, value: argument)))
        case "redial": redial(Words.uuid(argument))
        default: return false
        }
        return true
    }

    // MARK: The history

    private func watch() {
        let actor = actor
        token = NotificationCenter.default.addObserver(
            of: ConversationHistoryManager.self, for: .conversationHistoryDidUpdateMessage
        ) { _ in
            actor.say("history changed")
        }
    }

    private func sayRecents(_ filter: String, _ value: String) {
        guard let predicate = Self.predicate(filter, value) else { return actor.say("what is “\(filter)”?") }
        attempt { [actor, history] in
            let recents = try await history.recentConversations(matching: predicate)
            let lines = filter == "count" ? ["\(recents.count)"] : recents.map(Self.text)
            actor.say("recents " + lines.joined(separator: ", "))
        }
    }

    private func read(_ ids: [UUID]) {
        attempt { [actor, history] in
            let recents = try await history.recentConversations(
                matching: #Predicate<Recent> { ids.contains($0.id) })
            if let only = recents.first, recents.count == 1 {
                try await history.markConversationAsRead(only)
            } else {
                try await history.markConversationsAsRead(recents)
            }
            actor.say("marked \(recents.count)")
        }
    }

    private static func predicate(_ filter: String, _ value: String) -> Predicate<Recent>? {
        let (incoming, statuses) = (Recent.Direction.incoming, status(value))
        let date = Double(value).map { Date(timeIntervalSince1970: $0) } ?? .distantPast
        switch filter {
        case "", "count": return #Predicate<Recent> { _ in true }
        case "none": return #Predicate<Recent> { _ in false }
        case "incoming": return #Predicate<Recent> { $0.direction == incoming }
        case "outgoing": return #Predicate<Recent> { $0.direction != incoming }
        case "status": return #Predicate<Recent> { $0.status == statuses }
        case "handle": return #Predicate<Recent> { $0.handles.contains { $0.value == value } }
        case "unread": return #Predicate<Recent> { !$0.isRead }
        case "before": return #Predicate<Recent> { $0.date < date }
        case "long": return #Predicate<Recent> { $0.duration >= 60 }
        default: return nil
        }
    }

    private static func status(_ word: String) -> Recent.Status {
        switch word {
        case "connected": .connected
        case "answeredElsewhere": .answeredElsewhere
        case "missed": .missed
        case "cancelled": .cancelled
        default: .unknown
        }
    }

    /// `A incoming missed +49 Ada unread`
    private static func text(_ recent: Recent) -> String {
        let handles = recent.handles.map { $0.displayName == $0.value ? $0.value : "\($0.value) \($0.displayName)" }
        let words = ["\(Words.name(recent.id)) \(recent.direction) \(recent.status)"] + handles
        return (words + (recent.isRead ? [] : ["unread"])).joined(separator: " ")
    }

    // MARK: The modems

    private func dial(_ number: String, with label: String) {
        let service = telephony.cellularServices.first { $0.label == label }
        actor.say(service == nil ? "no service \(label)" : "found \(label)")
        chosen = service ?? chosen
        start(StartCellularConversationAction(Handle(type: .phoneNumber, value: number), cellularService: chosen))
    }

    /// The service that was found last.
    private var chosen: CellularService?

    private func redial(_ id: UUID) {
        attempt { [actor, history, telephony] in
            let found = try await history.recentConversations(matching: #Predicate<Recent> { $0.id == id })
            guard let recent = found.first else { return actor.say("no call") }
            try await telephony.startCellularConversation(StartCellularConversationAction(recent))
            actor.say("asked")
        }
    }

    private func start(_ action: StartCellularConversationAction) {
        attempt { [actor, telephony] in
            try await telephony.startCellularConversation(action)
            actor.say("asked")
        }
    }

    private func attempt(_ body: @escaping @MainActor @Sendable () async throws -> Void) {
        let actor = actor
        actor.outstanding.enter()
        Task { @MainActor in
            do { try await body() } catch { actor.say("refused \(ConversationWords.error(error))") }
            actor.outstanding.leave()
        }
    }
}

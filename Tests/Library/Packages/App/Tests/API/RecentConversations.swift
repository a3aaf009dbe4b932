// SPDX-License-Identifier: MIT

import LiveCommunicationKit
import Testing

#if swift(>=6)
    @testable import Swift6Traps
#else
    @testable import Swift5Traps
#endif

/// The history and the telephony of LiveCommunicationKit without a bus.
struct RecentConversations {
    typealias Recent = ConversationHistoryManager.RecentConversation

    /// What an app has kept of a conversation.
    private struct Kept: Codable {
        var id = UUID()
        var handles = [Handle(type: .phoneNumber, value: "+49")]
        var date = Date(timeIntervalSince1970: 7)
        var duration: TimeInterval = 60
        var status = Recent.Status.connected
        var direction = Recent.Direction.outgoing
        var isRead = true
    }

    let history: ConversationHistoryManager
    private let kept: Kept
    let recent: Recent

    init() throws {
        noBus
        history = ConversationHistoryManager.sharedInstance
        kept = Kept()
        recent = try JSONDecoder().decode(Recent.self, from: JSONEncoder().encode(kept))
    }

    @Test func `a recent conversation can be stored, and has all its facts`() throws {
        #expect(recent.id == kept.id && recent.date == kept.date && recent.duration == 60)
        #expect(recent.handles == kept.handles && recent.status == kept.status)
        #expect(recent.direction == .outgoing && recent.isRead)
        #expect(try JSONDecoder().decode(Recent.self, from: JSONEncoder().encode(recent)) == recent)
        #expect(Set([recent, recent]).count == 1)
        let statuses: [Recent.Status] = [.unknown, .connected, .answeredElsewhere, .missed, .cancelled]
        #expect(Set(statuses).count == 5 && Recent.Direction.incoming != .outgoing)
    }

    @Test func `predicates choose conversations`() throws {
        let (missed, yesterday) = (Recent.Status.missed, Date.now.addingTimeInterval(-86_400))
        let all = #Predicate<Recent> { _ in true }
        let calls = #Predicate<Recent> { recent in
            recent.status == missed && !recent.isRead && recent.date > yesterday
        }
        let number = #Predicate<Recent> { $0.handles.contains { $0.value == "+49" } && $0.duration > 1 }
        #expect(try all.evaluate(recent) && number.evaluate(recent) && !calls.evaluate(recent))
    }

    @Test func `without a bus the history is unavailable`() async throws {
        let all = #Predicate<Recent> { _ in true }
        await #expect(throws: ConversationError(.historyUnavailable)) {
            let recents: [Recent] = try await history.recentConversations(matching: all)
            print(recents)
        }
        await #expect(throws: ConversationError(.historyUnavailable)) {
            try await history.markConversationAsRead(recent)
        }
        await #expect(throws: ConversationError(.historyUnavailable)) {
            try await history.markConversationsAsRead([recent])
        }
    }

    @Test func `the message of an update arrives`() async {
        typealias Update = ConversationHistoryManager.ConversationHistoryDidUpdate
        let center = NotificationCenter()
        #expect(Update.Subject.self == ConversationHistoryManager.self)
        let (updates, arrived) = AsyncStream.makeStream(of: Update.self)
        let token = center.addObserver(
            of: ConversationHistoryManager.self, for: .conversationHistoryDidUpdateMessage
        ) { (update: Update) in
            arrived.yield(update)
        }
        center.post(Update(), subject: history)
        for await _ in updates { break }
        center.removeObserver(token)
        #expect(Update.makeMessage(Notification(name: Update.name)) != nil)
    }

    @MainActor @Test func `without a bus there is no cellular service`() async throws {
        let telephony = TelephonyConversationManager.sharedInstance
        let services: [CellularService] = telephony.cellularServices
        #expect(services.isEmpty)
        let service: CellularService? = services.first { $0.id == UUID() && $0.label.isEmpty }
        let number = Handle(type: .phoneNumber, value: "+49")
        let actions = [
            StartCellularConversationAction(number), StartCellularConversationAction(number, cellularService: service),
            StartCellularConversationAction(recent),
        ]
        for action in actions {
            await #expect(throws: ConversationError(.unknown)) {
                try await telephony.startCellularConversation(action)
            }
        }
        await #expect(throws: ConversationError(.invalidAction)) {
            try await telephony.startCellularConversation(
                StartCellularConversationAction(Handle(type: .phoneNumber, value: "")))
        }
    }

    @MainActor @Test func `a dialer tells what is wrong`() async {
        let model = RecentsModel()
        model.appear()
        for filter in RecentsModel.Filter.allCases {
            model.filter = filter
            await model.reload()
            #expect(model.sections.isEmpty && model.badge == 0 && model.problem?.isEmpty == false)
        }
        await #expect(throws: ConversationError(.historyUnavailable)) { try await model.unreadMissed() }
        await #expect(throws: ConversationError(.historyUnavailable)) { try await model.markAllAsRead() }
        await model.open(recent)
        #expect(RecentsModel.title(recent) == "+49, 1 min")
        await model.dial("+49", named: "Ada")
        #expect(model.problem?.hasPrefix("No line: ") == true)
        await #expect(throws: ConversationError(.unknown)) { try await model.callBack(recent) }
        model.disappear()
    }
}

// SPDX-License-Identifier: MIT

import Foundation
import LiveCommunicationKit

// The list of recent calls and the keypad of a dialer, as an app with observers, predicates and a chosen line has them.

@MainActor
final class RecentsModel {
    typealias Recent = ConversationHistoryManager.RecentConversation

    enum Filter: CaseIterable {
        case all, missed, outgoing, lastWeek
    }

    struct Section: Identifiable {
        let id: Date
        var rows: [Recent]
    }

    private let history = ConversationHistoryManager.sharedInstance
    private let telephony = TelephonyConversationManager.sharedInstance
    private var token: NotificationCenter.ObservationToken?
    private(set) var sections: [Section] = []
    private(set) var badge = 0
    private(set) var problem: String?
    var filter = Filter.all
    /// The line that the user chose in the settings.
    var preferredLine: UUID?

    func appear() {
        token = NotificationCenter.default.addObserver(
            of: history, for: .conversationHistoryDidUpdateMessage
        ) { [weak self] _ in
            await self?.reload()
        }
    }

    func disappear() {
        if let token { NotificationCenter.default.removeObserver(token) }
        token = nil
    }

    func reload() async {
        do {
            let recents = try await history.recentConversations(matching: predicate)
            let days = Dictionary(grouping: recents) { Calendar.current.startOfDay(for: $0.date) }
            sections = days.map { Section(id: $0, rows: $1) }.sorted { $0.id > $1.id }
            badge = recents.count { !$0.isRead }
            problem = nil
        } catch {
            (sections, badge, problem) = ([], 0, error.localizedDescription)
        }
    }

    private var predicate: Predicate<Recent> {
        let (missed, outgoing) = (Recent.Status.missed, Recent.Direction.outgoing)
        switch filter {
        case .all: return #Predicate { _ in true }
        case .missed: return #Predicate { $0.status == missed }
        case .outgoing: return #Predicate<Recent> { recent in recent.direction == outgoing }
        case .lastWeek:
            let start = Date.now.addingTimeInterval(-7 * 86_400)
            return #Predicate { $0.date > start && $0.handles.isEmpty == false }
        }
    }

    /// The example of docs/CALLKIT.md.
    func unreadMissed() async throws -> [Recent] {
        let missed = ConversationHistoryManager.RecentConversation.Status.missed
        let calls = try await ConversationHistoryManager.sharedInstance.recentConversations(
            matching: #Predicate { $0.status == missed && !$0.isRead })
        return calls
    }

    func markAllAsRead() async throws {
        try await history.markConversationsAsRead(sections.flatMap(\.rows).filter { !$0.isRead })
    }

    func open(_ recent: Recent) async {
        try? await history.markConversationAsRead(recent)
    }

    // MARK: Calls

    static func title(_ recent: Recent) -> String {
        let caller = recent.handles.first?.displayName ?? "Hidden number"
        return switch (recent.direction, recent.status) {
        case (.incoming, .missed): "Missed call from \(caller)"
        case (.incoming, .answeredElsewhere): "\(caller), on another device"
        case (.outgoing, .cancelled): "\(caller), no answer"
        case (_, .connected): "\(caller), \(Int(recent.duration / 60)) min"
        case (_, _): caller
        }
    }

    func callBack(_ recent: Recent) async throws {
        try await telephony.startCellularConversation(StartCellularConversationAction(recent))
    }

    func dial(_ number: String, named name: String? = nil) async {
        let services = telephony.cellularServices
        let line = services.first { $0.id == preferredLine } ?? services.first
        let handle = Handle(type: .phoneNumber, value: number, displayName: name)
        do {
            try await telephony.startCellularConversation(
                StartCellularConversationAction(handle, cellularService: line))
        } catch {
            problem = "\(line?.label ?? "No line"): \(error.localizedDescription)"
        }
    }
}

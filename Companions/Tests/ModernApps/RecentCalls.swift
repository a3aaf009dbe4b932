// SPDX-License-Identifier: MIT

import CallKit
import Combine

/// Calls of all apps, for a view.
@MainActor
final class RecentCalls: NSObject, ObservableObject {
    struct Row: Identifiable, Hashable, Sendable {
        let id: UUID
        var isOutgoing: Bool
        var hasEnded: Bool
    }

    @Published private(set) var rows: [Row] = []
    private let observer = CXCallObserver()
    private let changes = PassthroughSubject<Row, Never>()
    private var subscription: AnyCancellable?

    override init() {
        super.init()
        subscription =
            changes
            .receive(on: DispatchQueue.main)
            .sink { [weak self] row in
                MainActor.assumeIsolated { self?.merge(row) }
            }
        observer.setDelegate(self, queue: nil)
    }

    private func merge(_ row: Row) {
        rows.removeAll { $0.id == row.id }
        rows.insert(row, at: 0)
    }
}

extension RecentCalls: CXCallObserverDelegate {
    nonisolated func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
        let row = Row(id: call.uuid, isOutgoing: call.isOutgoing, hasEnded: call.hasEnded)
        Task { @MainActor in changes.send(row) }
    }
}

// SPDX-License-Identifier: MIT

import CallKit
import Combine
import UIKit

struct HistoryEntry: Codable, Identifiable {
    var id: UUID
    var handle: String
    var date: Date
    var duration: TimeInterval
    var missed: Bool
}

/// The app's own list of calls, saved when the app leaves the front.
final class CallHistoryStore: ObservableObject {
    @Published var entries: [HistoryEntry] = []

    private let file: URL
    private var cancellables: Set<AnyCancellable> = []

    init(file: URL) {
        self.file = file
        Just(file)
            .tryMap { try Data(contentsOf: $0) }
            .decode(type: [HistoryEntry].self, decoder: JSONDecoder())
            .replaceError(with: [])
            .assign(to: &$entries)
        NotificationCenter.default.publisher(for: UIApplication.didEnterBackgroundNotification)
            .merge(with: NotificationCenter.default.publisher(for: UIApplication.willTerminateNotification))
            .sink { [weak self] _ in self?.save() }
            .store(in: &cancellables)
    }

    var missed: AnyPublisher<Int, Never> {
        $entries.map { $0.filter(\.missed).count }.removeDuplicates().eraseToAnyPublisher()
    }

    func add(_ call: CXCall, handle: String, started: Date) {
        entries.insert(
            HistoryEntry(
                id: call.uuid, handle: handle, date: started, duration: Date().timeIntervalSince(started),
                missed: !call.hasConnected && !call.isOutgoing),
            at: 0)
    }

    private func save() {
        do {
            try JSONEncoder().encode(entries).write(to: file, options: .atomic)
        } catch {
            print("Cannot save: \(error)")
        }
    }
}

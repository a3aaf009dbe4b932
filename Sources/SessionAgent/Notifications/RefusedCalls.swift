// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

/// The calls that do-not-disturb refused. Each is told once, when the user can be disturbed again.
final class RefusedCalls {
    private let service: CallServiceClient
    /// The last one that was told, also by an agent before this one.
    private let journal: Journal
    /// The same, where nothing can be written down.
    private var told: String?
    private var isAsked = false

    init(_ service: CallServiceClient, _ journal: Journal) {
        self.service = service
        self.journal = journal
    }

    /// Asks the service when do-not-disturb has ended, when this shell begins to act, and when the service is another one.
    func follow(_ state: DesktopState, found: @escaping ([CallRecord]) -> Void) {
        let wasAsked = isAsked
        isAsked = state.isPrimary && !state.isQuiet
        guard isAsked, !wasAsked else { return }
        service.call("ListEndedCalls") { [unowned self] reply in
            guard let lines = try? reply.get().read([[String: Variant]].self) else { return }
            let new = new(in: lines.map { CallRecord(ended: $0) }.filter { $0.filteredBy == "do-not-disturb" })
            if !new.isEmpty { found(new) }
        }
    }

    /// Those after the last one that was told; a service that does not know it began after it.
    private func new(in refused: [CallRecord]) -> [CallRecord] {
        guard let last = refused.last?.uuid else { return [] }
        let told = journal.read().first?.first ?? told
        self.told = last
        journal.write([[last]])
        let start = refused.lastIndex { $0.uuid == told }.map { $0 + 1 } ?? 0
        return Array(refused[start...])
    }
}

// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

/// The calls that do-not-disturb refused. The agent shows each once, when do-not-disturb is off again.
final class RefusedCalls {
    private let service: CallServiceClient
    /// The last shown call, also of an earlier agent.
    private let journal: Journal
    /// The same, if the journal cannot be written.
    private var told: String?
    private var isAsked = false

    init(_ service: CallServiceClient, _ journal: Journal) {
        self.service = service
        self.journal = journal
    }

    /// Asks the service when do-not-disturb has ended, when this shell becomes primary, and when the service has
    /// restarted.
    func follow(_ state: DesktopState, found: @escaping ([CallRecord]) -> Void) {
        let wasAsked = isAsked
        isAsked = state.isPrimary && !state.isQuiet
        guard isAsked, !wasAsked else { return }
        service.call(.listEndedCalls) { [unowned self] reply in
            guard let lines = try? reply.get().read([[String: Variant]].self) else { return }
            let new = new(in: lines.map { CallRecord(ended: $0) }.filter { $0.filteredBy == .doNotDisturb })
            if !new.isEmpty { found(new) }
        }
    }

    /// The calls after the last shown one. A service that does not know that call started after it.
    private func new(in refused: [CallRecord]) -> [CallRecord] {
        guard let last = refused.last?.uuid else { return [] }
        let told = journal.read().first?.first ?? told
        self.told = last
        journal.write([[last]])
        let start = refused.lastIndex { $0.uuid == told }.map { $0 + 1 } ?? 0
        return Array(refused[start...])
    }
}

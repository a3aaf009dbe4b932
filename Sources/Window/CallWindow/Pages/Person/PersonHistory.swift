// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

/// The past calls with one person, the newest first.
@MainActor
final class PersonHistory {
    private let phone: PhoneContext
    private let group: PreferencesGroup
    private let more: Button
    /// A list for each number or address.
    private var lists: [WireHandle: RecentList] = [:]
    /// How many calls are shown at most.
    private var limit = first
    private static let first = 20

    init(_ builder: Builder, _ phone: PhoneContext) throws(InterfaceError) {
        self.phone = phone
        (group, more) = (try builder.get("history"), try builder.get("more"))
        more.onClick { [weak self] in self?.showMore() }
    }

    func show(_ handles: [WireHandle]) {
        limit = Self.first
        lists = [:]
        for handle in handles {
            var list = RecentList(.now)
            list.set(.caller(handle), .now)
            lists[handle] = list
            ask(handle)
        }
        if handles.isEmpty { showRows() }
    }

    func refresh() {
        for handle in lists.keys { send(lists[handle]?.refresh(.now), for: handle) }
    }

    private func ask(_ handle: WireHandle) { send(lists[handle]?.next(), for: handle) }

    private func send(_ request: RecentList.Request?, for handle: WireHandle) {
        guard let request else { return }
        phone.directory.ask(
            .listHistory, request.options, request.before, request.limit, for: [[String: Variant]].self
        ) { [weak self] lines in
            guard let self, let isCurrent = lists[handle]?.received(lines, for: request) else { return }
            if !isCurrent { return refresh() }
            showRows()
        }
    }

    private func showMore() {
        limit += RecentList.page
        showRows()
        for (handle, list) in lists where !list.isComplete && list.calls.count < limit { ask(handle) }
    }

    private func showRows() {
        let calls = lists.values.flatMap(\.calls).sorted { $0.entry > $1.entry }
        group.removeAll()
        for call in calls.prefix(limit) { group.append(row(call)) }
        group.isVisible = !calls.isEmpty
        more.isVisible = calls.count > limit || lists.values.contains { !$0.isComplete && $0.isLoaded }
    }

    private func row(_ call: RecentCall) -> ActionRow {
        let words = [call.outcomeWords, call.call.providerName.shown].filter { !$0.isBlank }
        let row = ActionRow(title: CallDays.now.moment(call.call.startedAt), subtitle: words.joined(separator: " · "))
        let icon = Image(icon: call.icon)
        if call.isMissed { icon.style("error") }
        row.prefix(icon)
        let duration = Label(text: call.duration)
        duration.style("dim-label")
        duration.style("numeric")
        row.suffix(duration)
        return row
    }
}

// SPDX-License-Identifier: MIT

import CallContract

@testable import DirectoryDatabase

/// What the history should be: a plain array, the newest call first.
struct HistoryModel {
    private(set) var entries: [HistoryEntry] = []

    /// Returns whether anything changed.
    mutating func record(_ call: PastCall) -> Bool {
        var start = call.startedAt == 0 ? call.endedAt : call.startedAt
        let known = entries.firstIndex {
            $0.call.uuid == call.uuid && $0.id <= call.endedAt
                && $0.call.endedAt + ($0.call.isProviderLost ? 120_000_000 : 0) >= start
        }
        if let known { return update(known, call) }
        while entries.contains(where: { $0.id == start }) { start += 1 }
        insert(call, at: start, isUnread: call.outcome.isMissed)
        return true
    }

    private mutating func update(_ index: Int, _ later: PastCall) -> Bool {
        let old = entries[index]
        guard old.call.isProviderLost, later.endedAt > old.call.endedAt else { return false }
        entries.remove(at: index)
        var call = later
        call.app = old.call.app
        call.isOutgoing = old.call.isOutgoing
        if old.call.connectedAt != 0 { call.connectedAt = old.call.connectedAt }
        if old.call.outcome == .answered { call.outcome = .answered }
        if call.handle == nil {
            call.handle = old.call.handle
            call.callerKey = old.call.callerKey
        }
        if call.name == "" { call.name = old.call.name }
        let wasSeen = old.call.outcome.isMissed && !old.isUnread
        insert(call, at: UInt64(old.id), isUnread: call.outcome.isMissed && !wasSeen)
        return true
    }

    private mutating func insert(_ call: PastCall, at start: Time, isUnread: Bool) {
        var call = call
        call.startedAt = start
        let place = entries.firstIndex { $0.id < start } ?? entries.count
        entries.insert(HistoryEntry(id: Int64(start), call: call, isUnread: isUnread), at: place)
    }

    mutating func markRead(_ ids: [Int64]) {
        for index in entries.indices where ids.contains(entries[index].id) { entries[index].isUnread = false }
    }

    mutating func remove(where isMeant: (HistoryEntry) -> Bool) { entries.removeAll(where: isMeant) }

    func calls(_ filter: HistoryFilter, before: Time = .max, limit: Int = .max) -> [HistoryEntry] {
        Array(entries.filter { filter.means($0) && $0.id < before }.prefix(limit))
    }

    func recents(includesBlocked: Bool) -> [RecentCaller] {
        struct Group: Hashable {
            let key: String
            let isBlocked: Bool
        }
        var seen: Set<Group> = []
        return entries.compactMap { entry in
            let group = Group(key: entry.call.callerKey, isBlocked: entry.call.outcome.isBlocked)
            guard includesBlocked || !group.isBlocked, seen.insert(group).inserted else { return nil }
            let all = entries.filter {
                $0.call.callerKey == group.key && $0.call.outcome.isBlocked == group.isBlocked
            }
            return RecentCaller(newest: entry, calls: all.count, unreadMissed: all.count { $0.isUnread })
        }
    }

    func lastLine(_ keys: [String]) -> ReportedLine? {
        let theirs = entries.filter { keys.contains($0.call.callerKey) }
        let free = theirs.filter { $0.call.app.isEmpty }
        let trusted = free.isEmpty ? theirs : free
        return (trusted.first { $0.call.isOutgoing } ?? trusted.first)?.call.line
    }
}

extension HistoryFilter {
    /// The meaning of the filter, without SQL.
    func means(_ entry: HistoryEntry) -> Bool {
        let call = entry.call
        return (!isMissed || call.outcome.isMissed) && (!isUnread || entry.isUnread)
            && (isOutgoing ?? call.isOutgoing) == call.isOutgoing && (callerKey ?? call.callerKey) == call.callerKey
            && (app ?? call.app) == call.app && (provider ?? call.provider) == call.provider
            && (includesBlocked || !call.outcome.isBlocked)
    }

    /// Every combination of conditions about these callers, providers and apps.
    static func all(keys: [String], providers: [String], apps: [String]) -> [HistoryFilter] {
        var filters: [HistoryFilter] = []
        for flags in 0..<8 {
            for outgoing in [nil, true, false] as [Bool?] {
                for key in [nil] + keys.map(Optional.some) {
                    for provider in [nil] + providers.map(Optional.some) {
                        for app in [nil] + apps.map(Optional.some) {
                            var filter = HistoryFilter()
                            filter.isMissed = flags & 1 != 0
                            filter.isUnread = flags & 2 != 0
                            filter.includesBlocked = flags & 4 == 0
                            filter.isOutgoing = outgoing
                            filter.callerKey = key
                            filter.provider = provider
                            filter.app = app
                            filters.append(filter)
                        }
                    }
                }
            }
        }
        return filters
    }
}

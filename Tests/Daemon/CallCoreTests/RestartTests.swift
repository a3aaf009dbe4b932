// SPDX-License-Identifier: MIT

import FuzzingSupport
import Testing

@testable import CallCore
@testable import EventStories
@testable import StateSpace

/// A restart is no event: a domain that is restored from its records before every event decides as one that lives on.
struct RestartTests {
    @Test(arguments: 0..<10) func `A domain that restarts before every event decides as one that does not`(
        seed: Int
    ) throws {
        try replay(seed: seed)
    }

    private func replay(seed: Int) throws {
        let bytes = RandomStoriesTests.bytes(seed: seed)
        try bytes.withUnsafeBufferPointer { bytes in
            var story = EventStory(Input(bytes))
            var lasting = story.domain
            try story.tell()
            var kept = lasting.records
            for (number, (event, _)) in story.events.enumerated() {
                let now = UInt64(number) * 1_000_000
                var restored = try Domain(
                    restoring: kept.mapValues { StateReader($0) }, policy: lasting.policy)
                // Each service says anew when it began.
                restored.restartedAt = lasting.restartedAt
                let expected = Self.result(&lasting, event, now)
                let found = Self.result(&restored, event, now)
                try #require(found == expected, "seed \(seed), event \(number)")
                for key in restored.takeChangedKeys() { kept[try Self.copy(key)] = restored.record(key) }
                guard number % 8 == 0 else { continue }
                try #require(try State(kept) == State(lasting.records), "seed \(seed), event \(number)")
            }
        }
    }

    private static func copy(_ key: RecordKey) throws -> RecordKey {
        var writer = StateWriter()
        writer.write(key)
        var reader = StateReader(writer.bytes)
        let copy = try reader.read(RecordKey.self)
        try #require(copy == key && reader.isAtEnd)
        return copy
    }

    private static func result(
        _ domain: inout Domain, _ event: Event, _ now: UInt64
    ) -> Result<Domain.Response, CallError> {
        do throws(CallError) { return .success(try domain.handle(event, at: now)) } catch { return .failure(error) }
    }
}

/// The values of records. Equal sets and dictionaries may have other bytes, and a restored ring begins at its first
/// place.
private struct State: Equatable {
    private var values: [RecordKey: AnyHashable] = [:]
    private var rings: [String: [AnyHashable]] = [:]

    init(_ records: [RecordKey: [UInt8]]) throws {
        var entries: [String: [(number: Int, value: AnyHashable)]] = [:]
        for (key, value) in records {
            var reader = StateReader(value)
            switch key {
            case .smallParts: values[key] = try SmallParts(from: &reader)
            case .shells: values[key] = try reader.read(Shells.self)
            case .provider: values[key] = try reader.read(Provider.self)
            case .call: values[key] = try KeptCall(from: &reader)
            case .transaction: values[key] = try reader.read(Transaction.self)
            case .filtered: values[key] = true
            case .screened: values[key] = try reader.read(Screenings.Waiting.self)
            case .switchedOff: values[key] = try reader.read(SwitchedOffApps.self)
            case .usedCall: try Self.read(CallID.self, FormerCall.self, "used", &reader, &entries)
            case .completedAction: try Self.read(ActionID.self, ProviderID?.self, "actions", &reader, &entries)
            case .completedTransaction:
                try Self.read(TransactionID.self, NamedRequest?.self, "transactions", &reader, &entries)
            case .endedCall: try Self.read(EndedKey.self, EndedCall.self, "ended", &reader, &entries)
            case .desktopEntry: try Self.read(String.self, String.self, "entries", &reader, &entries)
            }
        }
        rings = entries.mapValues { $0.sorted { $0.number < $1.number }.map(\.value) }
    }

    private static func read<Key: Kept & Hashable & Sendable, Value: Kept & Hashable & Sendable>(
        _: Key.Type, _: Value.Type, _ name: String, _ reader: inout StateReader,
        _ entries: inout [String: [(number: Int, value: AnyHashable)]]
    ) throws {
        let entry = try reader.read(RecentValues<Key, Value>.Entry.self)
        entries[name, default: []] += [(entry.number, [AnyHashable(entry.key), AnyHashable(entry.value)])]
    }
}

/// Records that a broken program or disk wrote.
struct BrokenRecordsTests {
    @Test func `Whatever bytes a record has, reading it throws or gives a domain`() throws {
        var source = IDSource(seed: 1)
        let story = try whole()
        var (refused, accepted) = (0, 0)
        for (key, value) in story.records {
            for place in value.indices.filter({ $0 % 7 == 0 }) {
                let random: CallID = source.next()
                var bytes = value
                bytes[place] = UInt8(truncatingIfNeeded: random.low)
                if random.high % 5 == 0 { bytes.removeLast() }
                do throws(UnreadableState) {
                    _ = try Domain(restoring: [key: StateReader(bytes)], policy: story.policy)
                    accepted += 1
                } catch {
                    refused += 1
                }
            }
        }
        #expect(refused > 100 && accepted > 100)
    }

    private func whole() throws -> Domain {
        try RandomStoriesTests.bytes(seed: 10).withUnsafeBufferPointer { bytes in
            var story = EventStory(Input(bytes))
            let empty = story.domain
            try story.tell()
            var domain = empty
            for (event, _) in story.events.prefix(story.events.count / 2) { _ = try? domain.handle(event, at: 1) }
            return domain
        }
    }
}

// SPDX-License-Identifier: MIT

/// What one event has done, gathered so that each object is announced once, however often it was touched.
struct Output: Sendable {
    /// Signals and timers, in the order they were decided.
    var tells: [Effect] = []
    /// The transactions that ended; told last, so that whoever hears of it finds the new state announced.
    var completions: [Effect] = []
    /// The calls and providers that were touched, in that order, as they were before; nil = they are new.
    private(set) var calls: [(id: CallID, before: Call?)] = []
    private var touchedCalls: Set<CallID> = []
    private(set) var providers: [(id: ProviderID, before: Provider?)] = []
    private var touchedProviders: Set<ProviderID> = []
    private(set) var audio = Audio()
    /// What happened to calls and does not show in how they are now. (Domain+Story)
    var moments: [(call: CallID, Moment)] = []

    mutating func begin(audio: Audio) {
        tells.removeAll(keepingCapacity: true)
        completions.removeAll(keepingCapacity: true)
        calls.removeAll(keepingCapacity: true)
        touchedCalls.removeAll(keepingCapacity: true)
        providers.removeAll(keepingCapacity: true)
        touchedProviders.removeAll(keepingCapacity: true)
        moments.removeAll(keepingCapacity: true)
        self.audio = audio
    }

    mutating func touch(_ id: CallID, before: Call?) {
        if touchedCalls.insert(id).inserted { calls.append((id, before)) }
    }

    mutating func touch(_ id: ProviderID, before: Provider?) {
        if touchedProviders.insert(id).inserted { providers.append((id, before)) }
    }
}

extension Domain {
    /// The effects of the event, and the end of every call that ended in it.
    mutating func finish() -> [Effect] {
        refreshAudio()
        writeNotes()
        var effects = output.tells
        for (id, before) in output.providers where before == nil {
            if let provider = providers[id] { effects.append(.providerAdded(provider)) }
        }
        for (id, before) in output.calls { effects += announcements(of: id, before: before) }
        for (id, before) in output.providers {
            guard let before else { continue }
            if let after = providers[id] {
                if before.configuration != after.configuration {
                    effects.append(.providerChanged(from: before, to: after))
                }
            } else {
                effects.append(.providerRemoved(before))
            }
        }
        if audio != output.audio { effects.append(.audioChanged(from: output.audio, to: audio)) }
        return effects + output.completions
    }

    private mutating func announcements(of id: CallID, before: Call?) -> [Effect] {
        guard let after = calls[id] else { return [] }
        writeStory(of: id, from: before, to: after)
        var effects = connectTimer(of: id, from: before, to: after)
        if let before {
            if before != after { effects.append(.callChanged(from: before, to: after)) }
        } else {
            effects.append(.callAdded(after))
        }
        if after.hasEnded {
            calls[id] = nil
            effects.append(.callRemoved(after))
        }
        return effects
    }
}

/// The last `capacity` keys that were put in, with a value each; the oldest makes room.
struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let capacity: Int
    private var values: [Key: Value] = [:]
    private var order: [Key] = []
    private var oldest = 0

    init(capacity: Int) { self.capacity = capacity }

    subscript(key: Key) -> Value? { values[key] }

    func contains(_ key: Key) -> Bool { values[key] != nil }

    /// The values, oldest first.
    var inOrder: [Value] { (order[oldest...] + order[..<oldest]).compactMap { values[$0] } }

    mutating func mapValues(_ change: (Value) -> Value) { values = values.mapValues(change) }

    mutating func insert(_ key: Key, _ value: Value) {
        guard capacity > 0, values.updateValue(value, forKey: key) == nil else { return }
        if order.count < capacity {
            order.append(key)
        } else {
            values[order[oldest]] = nil
            order[oldest] = key
            oldest = (oldest + 1) % capacity
        }
    }
}

extension RecentValues where Value == Void {
    mutating func insert(_ key: Key) { insert(key, ()) }
}

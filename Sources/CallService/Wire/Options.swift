// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// An `a{sv}` argument, read key by key: nil for a key that is not there, `InvalidArgs` naming the key for one of the
/// wrong type or with a value that it cannot have.
struct Options {
    private let values: [String: Variant]
    private let limits: Limits

    init(_ values: [String: Variant], _ limits: Limits) {
        self.values = values
        self.limits = limits
    }

    func string(_ key: String) throws(BusError) -> String? {
        guard let text = try read(key, "s", \.string) else { return nil }
        return try limits.checked(text, key)
    }

    func bool(_ key: String) throws(BusError) -> Bool? { try read(key, "b", \.bool) }

    func time(_ key: String) throws(BusError) -> UInt64? {
        try read(key, "t, or another integer from 0 to \(UInt64.max)", \.uint64)
    }

    func uid(_ key: String) throws(BusError) -> UInt32? {
        try read(key, "u, or another integer from 0 to \(UInt32.max)", \.uint32)
    }

    /// A count from 1 up; what is too large for the registry is as good as the largest.
    func count(_ key: String) throws(BusError) -> Int? {
        guard let count = try read(key, "u, or another integer from 1 to \(UInt32.max)", \.uint32) else { return nil }
        guard count > 0 else { throw .invalidArgs("\(key) must be at least 1.") }
        return Int(count)
    }

    func word<Word: RawRepresentable & CaseIterable>(_ key: String, _: Word.Type) throws(BusError) -> Word?
    where Word.RawValue == String {
        guard let text = try string(key) else { return nil }
        return try Word.parse(text, key)
    }

    func words<Word: RawRepresentable & CaseIterable>(_ key: String, _: Word.Type) throws(BusError) -> [Word]?
    where Word.RawValue == String {
        guard let texts = try read(key, "as", \.strings) else { return nil }
        var words: [Word] = []
        for text in texts { words.append(try Word.parse(text, key)) }
        return words
    }

    func id<Kind>(_ key: String) throws(BusError) -> ID<Kind>? {
        guard let text = try string(key) else { return nil }
        return try ID.parse(text, key)
    }

    /// `.some(nil)` for `("", "")`, which is no handle.
    func handle(_ key: String) throws(BusError) -> Handle?? {
        guard let wire = try read(key, "(ss)", { WireHandle($0) }) else { return nil }
        return .some(try Handle.parse(wire, key, limits))
    }

    func handles(_ key: String) throws(BusError) -> Set<Handle>? {
        guard let wires = try read(key, "a(ss)", { $0.array(of: "(ss)")?.map { WireHandle($0) } }) else { return nil }
        guard wires.count <= limits.allowedCallers else {
            throw CallError(.limitsExceeded, "\(key) has more than \(limits.allowedCallers) handles.").onBus
        }
        var handles: Set<Handle> = []
        for wire in wires {
            guard let wire, let handle = try Handle.parse(wire, key, limits) else {
                throw .invalidArgs("\(key) must be of type a(ss), each a handle with a value.")
            }
            handles.insert(handle)
        }
        return handles
    }

    func texts(_ key: String) throws(BusError) -> [String: String]? {
        guard let texts = try read(key, "a{ss}", \.stringMap) else { return nil }
        for text in texts.values { _ = try limits.checked(text, key) }
        return texts
    }

    func options(_ key: String) throws(BusError) -> [Options]? {
        try read(key, "aa{sv}", \.dictionaries).map { $0.map { Options($0, limits) } }
    }

    /// A themed name, or a file.
    func nameOrFile(_ key: String) throws(BusError) -> (name: String, file: BusFile?)? {
        if let file = values[key]?.file { return ("", file) }
        return try string(key).map { ($0, nil) }
    }

    private func read<Value>(_ key: String, _ type: String, _ get: (Variant) -> Value?) throws(BusError) -> Value? {
        guard let variant = values[key] else { return nil }
        guard let value = get(variant) else { throw .invalidArgs("\(key) must be of type \(type).") }
        return value
    }
}

extension Limits {
    /// A text that is short enough to be kept, logged and sent back.
    func checked(_ text: String, _ what: String) throws(BusError) -> String {
        guard text.utf8.count <= textLength else {
            throw CallError(.limitsExceeded, "\(what) has more than \(textLength) bytes.").onBus
        }
        return text
    }
}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
    static func parse(_ text: String, _ what: String) throws(BusError) -> Self {
        guard let word = Self(rawValue: text) else {
            let words = allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalidArgs("\(what) must be one of \(words).")
        }
        return word
    }
}

extension ID {
    static func parse(_ text: String, _ what: String) throws(BusError) -> Self {
        guard let id = Self(text) else {
            throw .invalidArgs("\(what) must be a UUID such as 6ba7b810-9dad-11d1-80b4-00c04fd430c8.")
        }
        return id
    }
}

extension Handle {
    /// nil for `("", "")`.
    static func parse(_ wire: WireHandle, _ what: String, _ limits: Limits) throws(BusError) -> Handle? {
        if wire.type.isEmpty, wire.value.isEmpty { return nil }
        guard !wire.value.isEmpty else { throw .invalidArgs("\(what) has a type and no value.") }
        let value = try limits.checked(wire.value, what)
        return Handle(kind: try Kind.parse(wire.type, "The type of \(what)"), value: value)
    }

    /// The handle as the bus carries it.
    var wire: WireHandle { WireHandle(type: kind.rawValue, value: value) }
}

// SPDX-License-Identifier: MIT

package import CallContract
package import SDBus

/// An `a{sv}` argument, read key by key. A key that is absent reads nil. A value of the wrong type, or one that the key
/// cannot have, throws `InvalidArgs` naming the key; a value that is too long throws `LimitsExceeded`.
package struct Options {
    private let values: [String: Variant]
    private let limits: Limits

    package init(_ values: [String: Variant], _ limits: Limits = Limits()) {
        self.values = values
        self.limits = limits
    }

    package func string(_ key: Key) throws(BusError) -> String? {
        guard let text = try read(key, "s", \.string) else { return nil }
        return try limits.checked(text, key.rawValue)
    }

    package func bool(_ key: Key) throws(BusError) -> Bool? { try read(key, "b", \.bool) }

    package func time(_ key: Key) throws(BusError) -> UInt64? {
        try read(key, "t, or another integer from 0 to \(UInt64.max)", \.uint64)
    }

    package func uint32(_ key: Key) throws(BusError) -> UInt32? {
        try read(key, "u, or another integer from 0 to \(UInt32.max)", \.uint32)
    }

    /// A count from 1 up. A count that is too large for the service is as good as the largest.
    package func count(_ key: Key) throws(BusError) -> Int? {
        guard let count = try read(key, "u, or another integer from 1 to \(UInt32.max)", \.uint32) else { return nil }
        guard count > 0 else { throw .invalidArgs("\(key) must be at least 1.") }
        return Int(count)
    }

    package func word<Word: RawRepresentable & CaseIterable>(_ key: Key) throws(BusError) -> Word?
    where Word.RawValue == String {
        guard let text = try string(key) else { return nil }
        return try Word.parse(text, key.rawValue)
    }

    package func words<Word: RawRepresentable & CaseIterable>(_ key: Key) throws(BusError) -> [Word]?
    where Word.RawValue == String {
        guard let texts = try read(key, "as", \.strings) else { return nil }
        var words: [Word] = []
        for text in texts {
            let word = try Word.parse(text, key.rawValue)
            // A word that comes twice says no more.
            if !words.contains(where: { $0.rawValue == word.rawValue }) { words.append(word) }
        }
        return words
    }

    package func id<Kind>(_ key: Key) throws(BusError) -> ID<Kind>? {
        guard let text = try string(key) else { return nil }
        return try ID.parse(text, key.rawValue)
    }

    /// `.some(nil)` for `("", "")`, which is no handle.
    package func handle(_ key: Key) throws(BusError) -> Handle?? {
        guard let wire = try read(key, "(ss)", { WireHandle($0) }) else { return nil }
        return .some(try Handle.parse(wire, key.rawValue, limits))
    }

    package func handles(_ key: Key) throws(BusError) -> Set<Handle>? {
        let handles = try list(
            key, WireHandle.signature, most: limits.allowedCallers, "a handle with a value", "handles"
        ) {
            (wire) throws(BusError) in
            try WireHandle(wire).flatMap { (wire) throws(BusError) in try Handle.parse(wire, key.rawValue, limits) }
        }
        return handles.map { Set($0) }
    }

    /// `.some(nil)` for `("", "", "")`, which is no member.
    func member(_ key: Key) throws(BusError) -> CallMember?? {
        guard let wire = try read(key, WireMember.signature, { WireMember($0) }) else { return nil }
        return .some(try CallMember.parse(wire, key.rawValue, limits))
    }

    func members(_ key: Key) throws(BusError) -> [CallMember]? {
        let members = try list(key, WireMember.signature, most: limits.members, "a member with an address", "members") {
            (wire) throws(BusError) in
            try WireMember(wire).flatMap { (wire) throws(BusError) in try CallMember.parse(wire, key.rawValue, limits) }
        }
        guard (members ?? []).reduce(0, { $0 + $1.byteCount }) <= limits.memberBytes else {
            throw CallError(.limitsExceeded, "The members in \(key) have more than \(limits.memberBytes) bytes.").onBus
        }
        return members
    }

    func emergencyNumbers(_ key: Key) throws(BusError) -> [String]? {
        guard let numbers = try read(key, "as", \.strings) else { return nil }
        guard numbers.count <= limits.emergencyNumbers else {
            throw CallError(.limitsExceeded, "\(key) has more than \(limits.emergencyNumbers) numbers.").onBus
        }
        for number in numbers where !limits.allowsEmergencyNumber(number) {
            throw .invalidArgs(
                "\(key) must have numbers of 1 to \(limits.emergencyNumberDigits) characters: digits, * and #.")
        }
        return numbers
    }

    /// The names of providers or apps, each once.
    func identifiers(_ key: Key) throws(BusError) -> Set<String>? {
        guard let names = try read(key, "as", \.strings) else { return nil }
        guard names.count <= limits.disabledProviders else {
            throw CallError(.limitsExceeded, "\(key) has more than \(limits.disabledProviders) entries.").onBus
        }
        for name in names where !limits.allowsIdentifier(name) {
            throw .invalidArgs("\(key) must have identifiers of providers or ids of apps, such as org.example.App.")
        }
        return Set(names)
    }

    package func texts(_ key: Key) throws(BusError) -> [String: String]? {
        guard let texts = try read(key, "a{ss}", \.stringMap) else { return nil }
        for text in texts.values { _ = try limits.checked(text, key.rawValue) }
        return texts
    }

    package func options(_ key: Key) throws(BusError) -> [Options]? {
        try read(key, "aa{sv}", \.dictionaries).map { $0.map { Options($0, limits) } }
    }

    /// A themed name, or a file.
    package func nameOrFile(_ key: Key) throws(BusError) -> (name: String, file: BusFile?)? {
        if let file = values[key]?.file { return ("", file) }
        return try string(key).map { ($0, nil) }
    }

    /// The value of a key that must be there.
    func required<Value>(_ key: Key, _ value: Value?) throws(BusError) -> Value {
        guard let value else { throw .invalidArgs("An action needs \(key).") }
        return value
    }

    /// A list of at most `most` elements, none of which may be empty.
    private func list<Element>(
        _ key: Key, _ signature: String, most: Int, _ element: String, _ elements: String,
        _ parse: (Variant) throws(BusError) -> Element?
    ) throws(BusError) -> [Element]? {
        guard let variants = try read(key, "a" + signature, { $0.array(of: signature) }) else { return nil }
        guard variants.count <= most else {
            throw CallError(.limitsExceeded, "\(key) has more than \(most) \(elements).").onBus
        }
        var list: [Element] = []
        for variant in variants {
            guard let parsed = try parse(variant) else {
                throw .invalidArgs("\(key) must be of type a\(signature), each \(element).")
            }
            list.append(parsed)
        }
        return list
    }

    private func read<Value>(
        _ key: Key, _ type: @autoclosure () -> String, _ get: (Variant) -> Value?
    ) throws(BusError) -> Value? {
        guard let variant = values[key] else { return nil }
        guard let value = get(variant) else { throw .invalidArgs("\(key) must be of type \(type()).") }
        return value
    }
}

extension [String: Variant] {
    package subscript(key: CallContract.Key) -> Variant? {
        get { self[key.rawValue] }
        set { self[key.rawValue] = newValue }
    }

    package init(_ values: KeyValuePairs<CallContract.Key, Variant>) {
        self.init(minimumCapacity: values.count)
        for (key, value) in values { self[key] = value }
    }
}

extension Limits {
    /// A text that is short enough to be kept, logged and sent back.
    package func checked(_ text: String, _ what: String) throws(BusError) -> String {
        guard text.utf8.count <= textLength else {
            throw CallError(.limitsExceeded, "\(what) has more than \(textLength) bytes.").onBus
        }
        return text
    }

    /// A text for people, cut to the length that the service accepts: it would refuse the whole call.
    package func fitting(_ text: String) -> String { text.cut(to: textLength) }

    /// The digits of a DTMF action: the sixteen tones, and the pauses `,` and `;`.
    package func tones(_ digits: String, _ key: Key = .digits) throws(BusError) -> String {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ "0123456789*#ABCDabcd,;".utf8.contains($0) }) else {
            throw .invalidArgs("\(key) must be of 0-9, *, #, A-D, and , or ; for pauses.")
        }
        guard digits.utf8.count <= self.digits else {
            throw CallError(.limitsExceeded, "\(key) has more than \(self.digits) bytes.").onBus
        }
        return digits
    }

    /// The tones for after the answer; empty = none.
    package func postDial(_ options: Options) throws(BusError) -> String {
        guard let digits = try options.string(.postDial), !digits.isEmpty else { return "" }
        return try tones(digits, .postDial)
    }
}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
    package static func parse(_ text: String, _ what: String) throws(BusError) -> Self {
        guard let word = Self(rawValue: text) else {
            let words = allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalidArgs("\(what) must be one of \(words).")
        }
        return word
    }
}

extension ID {
    package static func parse(_ text: String, _ what: String) throws(BusError) -> Self {
        guard let id = Self(text) else {
            throw .invalidArgs("\(what) must be a UUID such as 6ba7b810-9dad-11d1-80b4-00c04fd430c8.")
        }
        return id
    }
}

extension String {
    /// The beginning of the text that has at most so many bytes, and ends with a whole character.
    package func cut(to bytes: Int) -> String {
        if utf8.count <= bytes { return self }
        var size = 0
        let fitting = prefix { character in
            size += character.utf8.count
            return size <= bytes
        }
        return String(fitting)
    }
}

/// What a client reads of an `a{sv}` that the service sent. An absent or withheld value reads empty, false or 0.
extension [String: Variant] {
    package func text(_ key: CallContract.Key) -> String { self[key]?.string ?? "" }
    package func flag(_ key: CallContract.Key) -> Bool { self[key]?.bool ?? false }
    package func time(_ key: CallContract.Key) -> UInt64 { self[key]?.uint64 ?? 0 }
    package func word<Word>(_ key: CallContract.Key) -> Received<Word> { Received(text: text(key)) }
}

extension MessageWriter {
    /// Appends one entry of the open `a{sv}`.
    package mutating func entry<Value: BusValue>(_ key: Key, variant value: Value) throws(BusError) {
        try entry(key.rawValue, variant: value)
    }
}

// SPDX-License-Identifier: MIT

/// A value that the service keeps across a restart.
package protocol Kept {
    func write(to writer: inout StateWriter)
    init(from reader: inout StateReader) throws(UnreadableState)
}

extension UInt64: Kept {
    package func write(to writer: inout StateWriter) { writer.append(number: self) }
    package init(from reader: inout StateReader) throws(UnreadableState) { self = try reader.number() }
}

/// The sign in the lowest bit, so that a small number is short.
extension Int: Kept {
    package func write(to writer: inout StateWriter) {
        writer.append(number: UInt64(bitPattern: Int64(self << 1 ^ self >> (Int.bitWidth - 1))))
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        let number = try reader.number()
        self = Int(truncatingIfNeeded: number >> 1) ^ -Int(truncatingIfNeeded: number & 1)
    }
}

extension UInt32: Kept {
    package func write(to writer: inout StateWriter) { writer.append(number: UInt64(self)) }
    package init(from reader: inout StateReader) throws(UnreadableState) {
        guard let value = UInt32(exactly: try reader.number()) else {
            throw UnreadableState(message: "A number is too large")
        }
        self = value
    }
}

extension Bool: Kept {
    package func write(to writer: inout StateWriter) { writer.append(UInt8(self ? 1 : 0)) }
    package init(from reader: inout StateReader) throws(UnreadableState) {
        switch try reader.byte() {
        case 0: self = false
        case 1: self = true
        case let byte: throw UnreadableState(message: "\(byte) is no truth value")
        }
    }
}

extension String: Kept {
    package func write(to writer: inout StateWriter) { writer.append(self) }
    package init(from reader: inout StateReader) throws(UnreadableState) { self = try reader.text() }
}

extension Optional: Kept where Wrapped: Kept {
    package func write(to writer: inout StateWriter) {
        guard let self else { return writer.write(false) }
        writer.write(true)
        writer.write(self)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        self = try reader.read(Bool.self) ? try reader.read(Wrapped.self) : nil
    }
}

extension Array: Kept where Element: Kept {
    package func write(to writer: inout StateWriter) {
        writer.append(number: UInt64(count))
        for element in self { writer.write(element) }
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        let count = try reader.count()
        self = []
        reserveCapacity(count)
        for _ in 0..<count { append(try reader.read()) }
    }
}

extension Set: Kept where Element: Kept {
    package func write(to writer: inout StateWriter) {
        writer.append(number: UInt64(count))
        for element in self { writer.write(element) }
    }

    package init(from reader: inout StateReader) throws(UnreadableState) { self = Set(try reader.read([Element].self)) }
}

extension Dictionary: Kept where Key: Kept, Value: Kept {
    package func write(to writer: inout StateWriter) {
        writer.append(number: UInt64(count))
        for (key, value) in self {
            writer.write(key)
            writer.write(value)
        }
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        let count = try reader.count()
        self.init(minimumCapacity: count)
        for _ in 0..<count {
            let key = try reader.read(Key.self)
            self[key] = try reader.read(Value.self)
        }
    }
}

extension ID: Kept {
    package func write(to writer: inout StateWriter) {
        writer.append(word: high)
        writer.append(word: low)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        self.init(high: try reader.word(), low: try reader.word())
    }
}

/// A word of the contract is written as the contract writes it: the words of later versions only add to these.
extension Kept where Self: RawRepresentable<String> {
    package func write(to writer: inout StateWriter) { writer.append(rawValue) }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        let text = try reader.text()
        // The text may be anything, also a phone number: the log must not get it.
        guard let value = Self(rawValue: text) else {
            throw UnreadableState(message: "\(Self.self) has no such word")
        }
        self = value
    }
}

/// A number is never used for another value.
extension Kept where Self: RawRepresentable<UInt8> {
    package func write(to writer: inout StateWriter) { writer.append(rawValue) }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        let byte = try reader.byte()
        guard let value = Self(rawValue: byte) else {
            throw UnreadableState(message: "\(Self.self) has no value \(byte)")
        }
        self = value
    }
}

extension ActionWord: Kept {}
extension Alert: Kept {}
extension CallFilter: Kept {}
extension CallState: Kept {}
extension DTMFType: Kept {}
extension EndedReason: Kept {}
extension Handle.Kind: Kept {}
extension MomentWord: Kept {}
extension Origin: Kept {}
extension ProviderClass: Kept {}
extension Reason: Kept {}
extension Relation: Kept {}
extension Verdict: Kept {}
extension WhileInCall: Kept {}

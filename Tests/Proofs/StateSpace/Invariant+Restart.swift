// SPDX-License-Identifier: MIT

@testable import CallCore

extension Invariant {
    /// Rule 14.
    static let restart = [Invariant("A state that is written and read is the same.") { $0.isRestorable }]
}

extension Domain {
    /// The records of the whole state.
    var records: [RecordKey: [UInt8]] {
        var records: [RecordKey: [UInt8]] = [:]
        for key in recordKeys { records[key] = record(key) }
        return records
    }

    /// The value of a key; nil = it has none any more.
    func record(_ key: RecordKey) -> [UInt8]? {
        var writer = StateWriter()
        return write(key, to: &writer) ? writer.bytes : nil
    }

    fileprivate var isRestorable: Bool {
        guard let copy = try? Domain(restoring: records.mapValues { StateReader($0) }, policy: policy) else {
            return false
        }
        var original = self
        _ = original.takeChangedKeys()
        return copy.isSame(as: original)
    }
}

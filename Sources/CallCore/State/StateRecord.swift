// SPDX-License-Identifier: MIT

/// A part of the state that is written as a whole.
package enum RecordKey: Hashable, Sendable {
    /// The parts that are small.
    case rest
    case shells
    case provider(ProviderID)
    case call(CallID)
    case transaction(TransactionID)
    /// A caller that do-not-disturb refused recently.
    case filtered(Handle)
    /// Places in the rings of recent values.
    case usedCall(Int)
    case completedAction(Int)
    case completedTransaction(Int)
    case endedCall(Int)
    case desktopEntry(Int)
}

/// What is written for a key; nil = the key has no value any more.
package struct StateRecord: Hashable, Sendable {
    package let key: RecordKey
    package let value: [UInt8]?

    init(_ key: RecordKey, _ value: (some Kept)?) {
        self.key = key
        guard let value else {
            self.value = nil
            return
        }
        var writer = StateWriter()
        writer.write(value)
        self.value = writer.bytes
    }
}

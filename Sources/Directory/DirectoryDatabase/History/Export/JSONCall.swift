// SPDX-License-Identifier: MIT

internal import CallContract
internal import DirectoryCore
internal import Foundation

/// An entry of the history as a JSON object, with the keys of the contract where it has them. Its texts have no
/// characters that change their order on a screen.
struct JSONCall: Encodable {
    private let entry: HistoryEntry

    init(_ entry: HistoryEntry) { self.entry = entry }

    /// The object on one line.
    var text: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts, integers and booleans can always be encoded.
        return (try? encoder.encode(self)) ?? Data("null".utf8)
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
        let call = entry.call
        var object = encoder.container(keyedBy: Name.self)
        func key(_ key: Key) -> Name { Name(key.rawValue) }
        try object.encode(call.uuid.description, forKey: key(.uuid))
        try object.encode(call.provider, forKey: key(.provider))
        try object.encode(call.providerName.inReadingOrder, forKey: key(.providerName))
        if let handle = call.handle {
            try object.encode([handle.kind.rawValue, handle.value.inReadingOrder], forKey: key(.remoteHandle))
        }
        try object.encode(call.name.inReadingOrder, forKey: key(.displayName))
        try object.encode(call.isOutgoing, forKey: key(.outgoing))
        try object.encode(call.hasVideo, forKey: key(.hasVideo))
        try object.encode(call.startedAt, forKey: key(.startedAt))
        try object.encode(call.connectedAt, forKey: key(.connectedAt))
        try object.encode(call.endedAt, forKey: key(.endedAt))
        try object.encode(call.endedReason.rawValue, forKey: key(.endedReason))
        try object.encode(call.outcome.rawValue, forKey: Name("Outcome"))
        try object.encode(entry.isUnread, forKey: Name("Unread"))
    }
}

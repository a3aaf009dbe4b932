// SPDX-License-Identifier: MIT
import SDBus

/// The ids that a provider session has met, so that a command can use their first characters.
struct KnownIDs {
    private let kind: String
    private var uuids: [String] = []

    /// `kind` names the things in error messages.
    init(of kind: String) { self.kind = kind }

    func contains(_ uuid: String) -> Bool { uuids.contains(uuid) }
    mutating func insert(_ uuid: String) { if !uuids.contains(uuid) { uuids.append(uuid) } }
    mutating func remove(_ uuid: String) { uuids.removeAll { $0 == uuid } }
    mutating func removeAll() { uuids = [] }

    /// The id that begins so. A whole id need not be known. Throws InvalidArgs.
    func find(_ text: String) throws(BusError) -> String {
        guard let prefix = IDPrefix(argument: text) else {
            throw .invalidArgs("\(text) is not the beginning of an id: at least four hexadecimal digits")
        }
        if let uuid = prefix.uuid { return uuid }
        let candidates = uuids.filter(prefix.fits)
        guard let only = candidates.first else { throw .invalidArgs("No \(kind) begins with \(text)") }
        guard candidates.count == 1 else {
            throw .invalidArgs("Several \(kind)s begin with \(text): " + candidates.joined(separator: " "))
        }
        return only
    }
}

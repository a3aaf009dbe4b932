// SPDX-License-Identifier: MIT

import Glibc
import SystemFiles

/// A file with the changes of the desktop that the agent must undo, also after its own death: a list of records, each a
/// list of texts. It lasts until the user logs out, or longer if it is made with `lasting`. No other user can read it.
/// It is written as a whole or not at all.
package struct Journal {
    /// Nil if there is no folder for it; then the journal stays empty.
    private let path: String?

    /// A journal that stays empty.
    package static let none = Journal(path: nil)

    private init(path: String?) { self.path = path }

    /// `name` is the name of the file in `folder`, by default `monkeycall` in the user's runtime folder.
    package init(_ name: String, in folder: String? = nil) {
        let folder = folder ?? getenv("XDG_RUNTIME_DIR").map { String(cString: $0) + "/monkeycall" }
        path = folder.map { $0 + "/" + name }
    }

    /// A journal that outlives the login, in the user's state folder, which this makes if there is none.
    package init(lasting name: String) {
        path = StateFolder.path.map { "\($0)/\(name)" }
        StateFolder.make()
    }

    /// The last written records; empty if there are none, or if the file is not a journal.
    package func read() -> [[String]] {
        guard let path, let file = try? ReadableFile.open(path, waits: true) else { return [] }
        defer { close(file) }
        var bytes: [UInt8] = []
        try? FileBytes.read(from: file, upTo: .max, into: &bytes)
        return String(decoding: bytes, as: UTF8.self).split(separator: Self.endOfRecord).map {
            $0.split(separator: Self.endOfField, omittingEmptySubsequences: false).dropLast().map(String.init)
        }
    }

    /// Replaces all records. False if the file could not be written.
    @discardableResult
    package func write(_ records: [[String]]) -> Bool {
        guard let path else { return false }
        guard !records.isEmpty else { return unlink(path) == 0 || errno == ENOENT }
        mkdir(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)), 0o700)
        let text = records.map { $0.map { Self.clean($0) + Self.endOfField }.joined() + Self.endOfRecord }.joined()
        return (try? NewFile.replace(path, with: Array(text.utf8), draft: path + ".new")) != nil
    }

    private static let endOfField = "\u{1F}"
    private static let endOfRecord = "\u{1E}"

    private static func clean(_ text: String) -> String {
        String(text.map { [endOfField, endOfRecord].contains(String($0)) ? " " : $0 })
    }
}

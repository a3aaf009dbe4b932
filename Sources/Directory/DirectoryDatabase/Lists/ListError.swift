// SPDX-License-Identifier: MIT

package import CallContract
internal import GRDB

/// The refusal of a request about lists. A refused request has changed no visible list.
///
/// A message never contains a number, an address or a label, because it may be logged.
package struct ListError: Error, Hashable, Sendable {
    package typealias Code = ListErrorCode

    package let code: Code
    /// The fault, then the remedy.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension ListError {
    /// A failure of SQLite. Its own text may quote values, so the message has only the name of the result code.
    init(database error: any Error) {
        guard let error = error as? DatabaseError else {
            self.init(.unknown, "Cannot use the database of lists: \(type(of: error)); start the directory again.")
            return
        }
        switch error.resultCode {
        case .SQLITE_FULL:
            self.init(.unknown, "The disk with the lists is full; free some space and load the list again.")
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self.init(.unknown, "The database of lists is damaged; remove it and load the lists again.")
        default:
            self.init(
                .unknown,
                "Cannot read or write the database of lists (\(error.extendedResultCode)); check the disk and try again."
            )
        }
    }

    static let damaged = ListError(
        .unknown, "The database of lists has damaged rows; load every list completely to replace them.")

    package static func disabled(_ name: String) -> ListError {
        ListError(
            .extensionDisabled,
            "The user has not enabled \(name); ask the user to run: monkeycall lists enable \(name)")
    }

    package static func unknownSource(_ name: String) -> ListError {
        ListError(.noExtensionFound, "No source has the name \(name); list the sources to find the right name.")
    }
}

/// The most that sources can make the directory keep.
package struct ListLimits: Hashable, Sendable {
    /// Blocked and identified numbers of one source together.
    package var entries = 20_000_000
    /// Addresses of one source. They have a row each.
    package var handles = 100_000
    /// Numbers that one incremental load removes. They are in memory until the commit.
    package var removals = 1_000_000
    /// UTF-8 bytes of a label.
    package var labelLength = Limits.labelLength
    /// UTF-8 bytes of an address.
    package var handleLength = 1_024
    /// Sources of a user. Each uses at most three of the versions of `Version.all`.
    package var sources = 256
    /// UTF-8 bytes of the name of a source.
    package var nameLength = 255
    /// Bytes of a line of an imported file; of a CSV record, if it has several lines.
    package var lineLength = 4_096
    /// UTF-8 bytes of all labels of an imported file. They are in memory until the file is read.
    package var importedLabels = 64 << 20

    package init() {}
}

extension ListLimits {
    /// E.164 has at most 15 digits.
    static let greatestNumber: Int64 = 999_999_999_999_999

    /// The fault of a label and the remedy, as the end of a sentence; nil if there is none. An empty label has no
    /// fault.
    func problem(ofLabel label: String) -> String? {
        if label.utf8.count > labelLength { return "has more than \(labelLength) bytes; shorten the label" }
        return label.hasControls ? "has a control character; remove it" : nil
    }
}

extension String {
    /// Whether the text has controls, line separators or marks that change the direction of other text.
    var hasControls: Bool {
        if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return false }
        return unicodeScalars.contains {
            switch $0.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
            }
        }
    }
}

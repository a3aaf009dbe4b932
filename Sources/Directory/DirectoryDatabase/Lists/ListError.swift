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

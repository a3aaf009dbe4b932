// SPDX-License-Identifier: MIT

internal import GRDB
internal import Glibc

/// Why the directory's database cannot be used, or did not do what it was asked. Nothing has changed then.
package enum DirectoryProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process, or a process on another machine with the same home, uses the file. The text names it, if it is
    /// known.
    case busy(String)
    /// The file system or the user's quota is full.
    case noSpace
    /// The folder or the file cannot be written.
    case readOnly
    /// The file is damaged. Opening it again with `isDistrusted` moves it aside.
    case damaged(String)
    /// A newer version has changed the file. The text names its changes.
    case newer(String)
    /// This request cannot be done: an argument is not valid, or a limit is reached.
    case refused(String)
    /// So many requests wait for the disk that no more are accepted. The database itself works.
    case tooManyRequests
    /// Anything else, such as an error of the disk.
    case unusable(String)

    /// The fault, then the remedy. Has no phone number.
    package var description: String {
        switch self {
        case .busy(let owner):
            "Another process uses the directory\(owner.isEmpty ? "" : " (\(owner))"). Stop it, or use the directory there."
        case .noSpace: "There is no space left for the directory. Delete some files of this user."
        case .readOnly: "The folder of the directory cannot be written. Check its permissions and its file system."
        case .damaged(let fault):
            "The file of the directory is damaged (\(fault)). Restart the directory to begin a new file."
        case .newer(let changes): "A newer version has changed the directory (\(changes)). Install that version again."
        case .refused(let fault): fault
        case .tooManyRequests: "Too many requests wait; wait for their replies."
        case .unusable(let fault): "The directory cannot be used: \(fault)."
        }
    }

    /// The problem that a function of the C library reported.
    init(errno code: Int32, _ what: String) {
        switch code {
        case EROFS, EACCES, EPERM: self = .readOnly
        case ENOSPC, EDQUOT: self = .noSpace
        default: self = .unusable("\(what): \(String(cString: strerror(code)))")
        }
    }

    /// The problem that an access to the database reported.
    init(_ error: any Error) {
        switch error {
        case let problem as DirectoryProblem: self = problem
        case let error as DatabaseError: self.init(error)
        default: self = .unusable("\(error)")
        }
    }

    /// Never uses the description of the error: it has the arguments of the statement.
    private init(_ error: DatabaseError) {
        let fault = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: self = .busy("")
        case .SQLITE_FULL: self = .noSpace
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(fault)
        case .SQLITE_READONLY where error.extendedResultCode != .SQLITE_READONLY_DBMOVED: self = .readOnly
        default: self = .unusable(fault)
        }
    }
}

// SPDX-License-Identifier: MIT

import Glibc
import SystemFiles

/// The folder with the user's programs for calls. The folder and each program belong to the user, are no links, and
/// nobody else can write them.
struct HookFolder {
    let path: String

    /// Why something in the folder is not run.
    enum Fault: Hashable, CustomStringConvertible {
        /// The folder itself. A folder that is missing is no fault.
        case folder
        /// The program with this name.
        case program(String)

        var description: String {
            switch self {
            case .folder: "the folder"
            case .program(let name): name
            }
        }
    }

    /// The paths of the programs in the order of their names, and what is not run. Other files, such as a text that
    /// nobody can execute, are left out.
    func programs() -> (paths: [String], faults: [Fault]) {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { return ([], errno == ENOENT ? [] : [.folder]) }
        defer { close(folder) }
        var status = stat()
        guard fstat(folder, &status) == 0, Self.isOwn(status), let names = FileNames.list(in: path) else {
            return ([], [.folder])
        }
        var (paths, faults): ([String], [Fault]) = ([], [])
        for name in names.sorted() where !name.hasPrefix(".") {
            switch Self.kind(of: name, in: folder) {
            case .program: paths.append("\(path)/\(name)")
            case .other: break
            // A strange name could write lines of its own into the log.
            case .refused: faults.append(.program(Self.isPlain(name) ? name : "a program with a strange name"))
            }
        }
        return (paths, faults)
    }

    private enum Kind { case program, other, refused }

    private static func kind(of name: String, in folder: Int32) -> Kind {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return .other }
        switch status.st_mode & S_IFMT {
        case S_IFREG where status.st_mode & 0o111 == 0: return .other
        case S_IFREG: return isOwn(status) && isPlain(name) && status.st_mode & S_IXUSR != 0 ? .program : .refused
        case S_IFLNK: return .refused
        default: return .other
        }
    }

    private static func isOwn(_ status: stat) -> Bool {
        status.st_uid == geteuid() && status.st_mode & (S_IWGRP | S_IWOTH) == 0
    }

    private static func isPlain(_ name: String) -> Bool {
        name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || "._-".contains($0) }
    }
}

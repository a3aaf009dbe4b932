// SPDX-License-Identifier: MIT

import Glibc
import SystemFiles

/// The files in which the user sets programs.
package enum UserSettings {
    /// The path of the agent's file, which need not exist; nil without a home folder.
    package static var path: String? { path(of: "agent.conf") }

    /// The path of a file, which need not exist; nil without a home folder.
    package static func path(of file: String) -> String? {
        func folder(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let configuration = folder("XDG_CONFIG_HOME") ?? folder("HOME").map { $0 + "/.config" }
        return configuration.map { "\($0)/monkeycall/\(file)" }
    }
}

extension TextFile {
    /// Replaces the text of a file at once, and makes its folder. A link stays, and its target is replaced. Only the
    /// user may read a new private file.
    package static func write(_ text: String, to path: String, isPrivate: Bool = true) throws(UnwritableFile) {
        let target = realpath(path, nil).map { target in
            defer { free(target) }
            return String(cString: target)
        }
        let path = target ?? path
        try makeFolder(of: path, isPrivate ? 0o700 : 0o777)
        var status = stat()
        let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : isPrivate ? 0o600 : 0o666
        do throws(SystemError) {
            // Two programs may write at the same time.
            let draft = "\(path).\(getpid())"
            try NewFile.replace(path, with: Array(text.utf8), draft: draft, mode: mode, isDurable: true)
        } catch {
            throw UnwritableFile(error.code)
        }
    }

    private static func makeFolder(of path: String, _ mode: mode_t) throws(UnwritableFile) {
        for (index, byte) in path.utf8.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
            let folder = String(path.utf8.prefix(index)) ?? ""
            guard mkdir(folder, mode) == 0 || errno == EEXIST else { throw UnwritableFile(errno) }
        }
    }
}

/// Why a file could not be written.
package struct UnwritableFile: Error, Hashable {
    package let message: String

    fileprivate init(_ number: Int32) { message = "Cannot write the file: \(String(cString: strerror(number)))." }
}

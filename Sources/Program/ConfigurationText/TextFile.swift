// SPDX-License-Identifier: MIT

import Glibc
import SystemFiles

/// Why a configuration file cannot be read.
package enum UnreadableFile: Error, Hashable {
    /// The system's error number.
    case failed(Int32)
    case isNoFile
    case isSomebodyElses
    case isTooLarge

    package var message: String {
        switch self {
        case .failed(let number): "Cannot read the file: \(String(cString: strerror(number)))."
        case .isNoFile: "It is not an ordinary file."
        case .isSomebodyElses: "It belongs to another user."
        case .isTooLarge: "It is larger than \(TextFile.limit) bytes."
        }
    }
}

/// The files that people write.
package enum TextFile {
    /// In bytes. People write less by hand, so a larger file is not a configuration.
    fileprivate static let limit = 1 << 20

    /// The whole text; nil if there is no such file. With an owner it must be an ordinary file of that account or of
    /// root; any other file could block its reader.
    package static func read(_ path: String, owner: UInt32? = nil) throws(UnreadableFile) -> String? {
        let file: Int32
        do throws(SystemError) { file = try ReadableFile.open(path, waits: owner == nil) } catch {
            if error.code == ENOENT || error.code == ENOTDIR { return nil }
            throw .failed(error.code)
        }
        defer { close(file) }
        if let owner { try check(file, owner) }
        var bytes: [UInt8] = []
        do throws(SystemError) { try FileBytes.read(from: file, upTo: limit + 1, into: &bytes) } catch {
            throw .failed(error.code)
        }
        guard bytes.count <= limit else { throw .isTooLarge }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func check(_ file: Int32, _ owner: UInt32) throws(UnreadableFile) {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .failed(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .isNoFile }
        guard [owner, 0].contains(status.st_uid) else { throw .isSomebodyElses }
    }
}

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

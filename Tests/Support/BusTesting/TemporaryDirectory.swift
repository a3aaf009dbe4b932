// SPDX-License-Identifier: MIT

public import Foundation

/// A new folder, which is removed with its content when its last reference goes.
public final class TemporaryDirectory: Sendable {
    /// The folder. Every user can enter it and read its files.
    public let url: URL

    /// Creates the folder below `/tmp`, so that the paths of its sockets stay short.
    public init() throws {
        var template = Array("/tmp/bus-testing.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SupportError.system("mkdtemp") }
        let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard chmod(path, 0o755) == 0 else { throw SupportError.system("chmod \(path)") }
        url = URL(fileURLWithPath: path, isDirectory: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file that every user can read.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> URL {
        let file = url.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        guard chmod(file.path, 0o644) == 0 else { throw SupportError.system("chmod \(file.path)") }
        return file
    }
}

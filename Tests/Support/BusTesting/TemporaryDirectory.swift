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

    /// Writes a script that can be executed at once. Another process writes it: the kernel executes no file that is
    /// open for writing, and each program that this process starts meanwhile would inherit the open file.
    @discardableResult
    public func writeScript(_ text: String, to name: String) throws -> URL {
        let file = url.appendingPathComponent(name)
        let write = "printf '%s' \"$1\" >\"$0\" && chmod 755 \"$0\""
        guard try ChildProcess.run(["/bin/sh", "-c", write, file.path, "#!/bin/sh\n\(text)\n"]).succeeded else {
            throw SupportError("cannot write the script \(file.path)")
        }
        return file
    }
}

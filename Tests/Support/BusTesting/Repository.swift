// SPDX-License-Identifier: MIT

public import Foundation

/// The checkout from which the tests were built.
public enum Repository {
    /// Its root folder, where `Package.swift` is.
    public static let root: URL = {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return folder
    }()

    /// The number of the release, from the first heading of NEWS.md.
    public static func version() throws -> String {
        let heading = try String(contentsOf: file("NEWS.md"), encoding: .utf8).firstMatch(of: /## (\d+)/)
        return try heading.map { String($0.1) } ?? { throw SupportError("NEWS.md has no heading of a version") }()
    }

    /// A file by its path from the root, e.g. `dbus/org.monkeycall.CallManager.xml`.
    ///
    /// - Throws: a ``SupportError`` when it does not exist
    public static func file(_ path: String) throws -> URL {
        let url = root.appendingPathComponent(path)
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw SupportError("\(path) is not in \(root.path)")
        }
        return url
    }

    /// The files of a folder whose name ends in `.extension`, sorted by name.
    public static func files(in folder: String, extension ending: String) throws -> [URL] {
        let urls = try FileManager.default.contentsOfDirectory(
            at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
        return urls.filter { $0.pathExtension == ending }.sorted { $0.path < $1.path }
    }
}

/// The programs of the package that `swift test` has built.
public enum Product {
    /// The path of an executable product.
    ///
    /// - Throws: a ``SupportError`` when it was not built: the test target must depend on it
    public static func path(_ name: String) throws -> String {
        let paths = [folder, mainFolder].compactMap { $0?.appendingPathComponent(name).path }
        guard let path = paths.first(where: { access($0, X_OK) == 0 }) else {
            throw SupportError("\(name) is not in \(folder.path): build it, or let the test target depend on it")
        }
        return path
    }

    /// The command that starts a program with the restrictions of its systemd unit, without systemd.
    public static func underUnit(_ name: String) throws -> [String] {
        try [
            "/usr/bin/python3", Repository.file("Tests/Support/Units/under-unit").path,
            Repository.file("systemd/\(name).service").path, path(name),
        ]
    }

    /// The folder of the main build, whose programs the tests of another package start; nil = these tests are of the
    /// main build.
    private static let mainFolder = ProcessInfo.processInfo.environment["MONKEYCALL_PROGRAMS"].map {
        URL(fileURLWithPath: $0)
    }

    /// The folder of the build products: that of the test bundle, which is the running program, or (on toolchains with
    /// a testing helper) the file that the helper's option names.
    private static let folder: URL = {
        let arguments = ProcessInfo.processInfo.arguments
        if let option = arguments.firstIndex(of: "--test-bundle-path"), arguments.indices.contains(option + 1) {
            return URL(fileURLWithPath: arguments[option + 1]).deletingLastPathComponent()
        }
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? arguments[0]
        return URL(fileURLWithPath: own).deletingLastPathComponent()
    }()
}

/// A program that another user can start, wherever the checkout is.
///
/// The service's user cannot reach a program in a checkout below `/root`, or in a build folder that only its owner may
/// enter. Then the test runs a copy in a temporary folder.
package final class WorldReadableProgram {
    /// The program's path.
    package let path: String

    private let folder: TemporaryDirectory?

    /// - Parameter user: the user who starts it; nil = the tests' own user, who needs no copy
    package init(_ original: String, neededBy user: TestUser?) throws {
        guard user != nil, !Self.everybodyCanReach(original) else {
            path = original
            folder = nil
            return
        }
        let folder = try TemporaryDirectory()
        let copy = folder.url.appendingPathComponent((original as NSString).lastPathComponent)
        // Not this process, for the reason in TemporaryDirectory.writeScript.
        guard try ChildProcess.run(["cp", original, copy.path]).succeeded else {
            throw SupportError("cannot copy \(original)")
        }
        guard chmod(copy.path, 0o755) == 0 else { throw SupportError.system("chmod \(copy.path)") }
        path = copy.path
        self.folder = folder
    }

    private static func everybodyCanReach(_ path: String) -> Bool {
        var current = path
        while current != "/", !current.isEmpty {
            var status = stat()
            guard stat(current, &status) == 0, status.st_mode & S_IXOTH != 0 else { return false }
            current = (current as NSString).deletingLastPathComponent
        }
        return true
    }
}

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

/// A session in a language. glibc 2.41 ignores `LANGUAGE` in the locale C.UTF-8, and a machine may have no other. This
/// one has the rules of C.UTF-8 and another name.
public final class SessionLanguage {
    private let folder: TemporaryDirectory
    private let language: String

    /// `language` is a code, such as `de`.
    public init(_ language: String) throws {
        self.language = language
        folder = try TemporaryDirectory()
        try FileManager.default.copyItem(
            atPath: "/usr/lib/locale/C.utf8", toPath: folder.url.appendingPathComponent(language + ".UTF-8").path)
    }

    /// For the programs of the session.
    public var environment: [String: String] {
        ["LANGUAGE": language, "LC_ALL": language + ".UTF-8", "LOCPATH": folder.url.path]
    }
}

/// A catalogue of `po/`, compiled into a folder as `share/locale` is.
public final class CompiledCatalogue {
    private let folder: TemporaryDirectory

    /// `language` is the name of the file without `.po`.
    public init(_ language: String) throws {
        folder = try TemporaryDirectory()
        let messages = folder.url.appendingPathComponent("\(language)/LC_MESSAGES")
        try FileManager.default.createDirectory(at: messages, withIntermediateDirectories: true)
        let compiled = try ChildProcess.run([
            "msgfmt", "-o", messages.appendingPathComponent("monkeycall.mo").path,
            Repository.file("po/\(language).po").path,
        ])
        guard compiled.succeeded else { throw SupportError("msgfmt cannot compile po/\(language).po") }
    }

    /// For the option `--locale` of the programs.
    public var path: String { folder.url.path }
}

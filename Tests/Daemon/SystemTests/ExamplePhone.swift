// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The language of an example app.
enum Language: String, CaseIterable, CustomTestStringConvertible {
    case python = "Python"
    case c = "C"
    case javascript = "JavaScript"
    case qt = "Qt"

    var testDescription: String { rawValue }

    /// The command that starts the app. A program that must be compiled first is written to `folder`.
    func command(in folder: URL) throws -> [String] {
        switch self {
        case .python: ["/usr/bin/python3", try source("phone.py")]
        case .javascript: ["gjs", "-m", try source("phone.js")]
        case .c: [try compile(in: folder)]
        case .qt: [try Self.qtPhone.get()]
        }
    }

    /// The app in Qt, which takes a compiler some seconds: all tests and the next run share it.
    private static let qtPhone = Result {
        let folder = URL(fileURLWithPath: try Product.path("monkeycall")).deletingLastPathComponent()
            .appendingPathComponent("example-in-qt")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let makefile = try Repository.file("docs/examples/qt/Makefile").path
        let build = try ChildProcess.run(["make", "--directory", folder.path, "--file", makefile], timeout: 300)
        guard build.succeeded else { throw SupportError("phone.cpp does not compile: \(build)") }
        return folder.appendingPathComponent("phone").path
    }

    private func compile(in folder: URL) throws -> String {
        let program = folder.appendingPathComponent("phone").path
        let script = #"exec cc -Wall -Wextra -Werror -o "$1" "$2" $(pkg-config --cflags --libs libsystemd)"#
        let build = try ChildProcess.run(["sh", "-c", script, "sh", program, try source("phone.c")])
        guard build.succeeded else { throw SupportError("phone.c does not compile: \(build)") }
        return program
    }

    private func source(_ name: String) throws -> String {
        try Repository.file("docs/examples/\(rawValue.lowercased())/\(name)").path
    }
}

/// An app of docs/examples on a private bus. Typed lines replace its window and the network; it prints its actions.
final class ExamplePhone {
    let identifier: String
    private let process: ChildProcess
    private let folder: TemporaryDirectory

    init(_ language: Language, on bus: BusDaemon) throws {
        identifier = "org.example.\(language.rawValue)Phone"
        folder = try TemporaryDirectory()
        process = try ChildProcess(
            language.command(in: folder.url), environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    }

    /// The smallest app.
    init(plainOn bus: BusDaemon) throws {
        identifier = "org.example.PlainPhone"
        folder = try TemporaryDirectory()
        process = try ChildProcess(
            ["/usr/bin/python3", try Repository.file("docs/examples/python/plain.py").path],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    }

    /// The app's whole output so far, then its errors.
    var said: String { process.text() + process.text(of: .error) }

    func types(_ line: String) throws { try process.writeLine(line) }

    /// Expects that the app's next lines are exactly these.
    func says(_ lines: String...) throws {
        for expected in lines {
            let line = try nextLine()
            guard line == expected else { throw SupportError("not “\(expected)” but “\(line)”, after:\n\(said)") }
        }
    }

    /// Skips the app's output up to this line.
    func says(atLast line: String) throws { _ = try process.waitForLine { $0 == line } }

    func nextLine() throws -> String {
        try process.waitForLine().trimmingCharacters(in: .whitespaces)
    }

    /// The app reports an incoming call. Returns the call's id.
    func ring(_ number: String) throws -> String {
        try types("ring \(number)")
        let line = try nextLine()
        guard line.hasPrefix("reported ") else { throw SupportError("no call rings:\n\(said)") }
        return try word(1, of: line)
    }

    /// Waits until the app has placed a call and has the audio. Returns the call's id.
    func starts(_ number: String) throws -> String {
        let line = try nextLine()
        guard line.hasPrefix("StartCall "), line.hasSuffix(" " + number) else {
            throw SupportError("no call is placed:\n\(said)")
        }
        let call = try word(1, of: line)
        try says("audio \(call)")
        return call
    }

    /// The user quits the app.
    func quit() throws {
        process.closeInput()
        guard try process.waitForExit() == .exited(0), process.text(of: .error).isEmpty else {
            throw SupportError("it does not end well:\n\(said)")
        }
    }
}

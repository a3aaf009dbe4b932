// SPDX-License-Identifier: MIT

import Foundation

/// The programs that open URLs.
enum OtherPrograms {
    /// The completion comes on any thread.
    static func open(
        _ url: URL, in folders: [String] = folders, _ completion: @escaping @Sendable (Bool) -> Void
    ) {
        // A text without a scheme could be an option of xdg-open, or a file.
        guard url.scheme?.isEmpty == false, let program = process(folders, "xdg-open", url.absoluteString)
        else {
            return completion(false)
        }
        program.standardOutput = FileHandle.nullDevice
        program.terminationHandler = { completion($0.terminationStatus == 0) }
        do { try program.run() } catch { completion(false) }
    }

    /// Whether a program opens URLs of that scheme.
    static func open(_ scheme: String?) -> Bool {
        guard let scheme = scheme?.lowercased(), !scheme.isEmpty,
            let program = process(folders, "xdg-mime", "query", "default", "x-scheme-handler/\(scheme)")
        else { return false }
        let answer = Pipe()
        program.standardOutput = answer
        guard (try? program.run()) != nil else { return false }
        let text = String(decoding: answer.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        program.waitUntilExit()
        return !text.allSatisfy(\.isWhitespace)
    }

    static let folders =
        ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map { String($0) } ?? ["/usr/bin"]

    private static func process(_ folders: [String], _ name: String, _ arguments: String...) -> Process? {
        let paths = folders.map { "\($0)/\(name)" }
        guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else { return nil }
        let program = Process()
        (program.executableURL, program.arguments) = (URL(fileURLWithPath: path), arguments)
        (program.standardInput, program.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        return program
    }
}

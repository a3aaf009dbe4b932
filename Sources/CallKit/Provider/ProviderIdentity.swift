// SPDX-License-Identifier: MIT

internal import Foundation

/// What the providers of this process are called on the bus.
enum ProviderIdentity {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var names = ProviderNames()

    /// A name that no other provider of this process has: the wanted one, else the app's, and a number behind it where
    /// there is one already.
    static func claim(_ wanted: String?) -> String { lock.withLock { names.claim(wanted ?? appIdentifier) } }

    /// The provider that the app's requests are for.
    static var current: String? { lock.withLock { names.oldest } }

    static func release(_ identifier: String) { lock.withLock { names.release(identifier) } }

    /// The app: what the sandbox says, what the desktop started, what the bundle says, or the program's name.
    static var appIdentifier: String {
        let process = ProcessInfo.processInfo
        return appIdentifier(
            process.environment, pid: process.processIdentifier,
            program: Bundle.main.bundleIdentifier ?? process.processName)
    }

    /// A desktop file counts only for the process that was started by it: everything that is started from a terminal has the
    /// terminal's in its environment. A program may be called what no provider can be.
    static func appIdentifier(_ environment: [String: String], pid: Int32, program: String) -> String {
        let desktopFile =
            environment["GIO_LAUNCHED_DESKTOP_FILE_PID"] == String(pid)
            ? environment["GIO_LAUNCHED_DESKTOP_FILE"].map { URL(fileURLWithPath: $0) } : nil
        return environment["FLATPAK_ID"] ?? environment["SNAP_INSTANCE_NAME"]
            ?? desktopFile?.deletingPathExtension().lastPathComponent
            ?? String(program.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "-" })
    }
}

/// The names that are taken.
struct ProviderNames {
    private var taken: [String] = []

    var oldest: String? { taken.first }

    mutating func claim(_ name: String) -> String {
        var (candidate, number) = (name, 1)
        while taken.contains(candidate) {
            number += 1
            candidate = "\(name).\(number)"
        }
        taken.append(candidate)
        return candidate
    }

    mutating func release(_ name: String) { taken.removeAll { $0 == name } }
}

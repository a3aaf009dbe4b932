// SPDX-License-Identifier: MIT

internal import Foundation

/// What the providers of this process are called on the bus.
enum ProviderIdentity {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var taken: Set<String> = []

    /// A name that no other provider of this process has: the wanted one, else the app's, and a number behind it where
    /// there is one already.
    static func claim(_ wanted: String?) -> String {
        let name = wanted ?? appIdentifier
        return lock.withLock {
            var (candidate, number) = (name, 1)
            while !taken.insert(candidate).inserted {
                number += 1
                candidate = "\(name).\(number)"
            }
            return candidate
        }
    }

    /// The provider that the app's requests are for: its only one, or the one of the plain name.
    static var current: String? {
        lock.withLock { taken.count == 1 ? taken.first : taken.min { $0.count < $1.count } }
    }

    static func release(_ identifier: String) { lock.withLock { _ = taken.remove(identifier) } }

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

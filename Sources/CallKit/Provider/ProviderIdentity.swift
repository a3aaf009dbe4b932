// SPDX-License-Identifier: MIT

internal import Foundation

/// The names of this process's providers on the bus.
enum ProviderIdentity {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var names = ProviderNames()

    /// Reserves a name that no other provider of this process has: the wanted one, or the app's if that is nil, with a number
    /// appended if it is taken.
    static func claim(_ wanted: String?) -> String { lock.withLock { names.claim(wanted ?? appIdentifier) } }

    /// The provider that places the calls of the app's requests.
    static var current: String? { lock.withLock { names.oldest } }

    static func release(_ identifier: String) { lock.withLock { names.release(identifier) } }

    /// The app's name: the sandbox's app id, else the desktop file, else the bundle's identifier, else the program's name.
    static var appIdentifier: String {
        let process = ProcessInfo.processInfo
        return appIdentifier(
            process.environment, pid: process.processIdentifier,
            program: Bundle.main.bundleIdentifier ?? process.processName)
    }

    /// A desktop file counts only for the process that it started, because programs that are started from a terminal inherit the
    /// terminal's. A program's name may have characters that a provider's cannot.
    static func appIdentifier(_ environment: [String: String], pid: Int32, program: String) -> String {
        let desktopFile =
            environment["GIO_LAUNCHED_DESKTOP_FILE_PID"] == String(pid)
            ? environment["GIO_LAUNCHED_DESKTOP_FILE"].map { URL(fileURLWithPath: $0) } : nil
        return environment["FLATPAK_ID"] ?? environment["SNAP_INSTANCE_NAME"]
            ?? desktopFile?.deletingPathExtension().lastPathComponent
            ?? String(program.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "-" })
    }
}

/// The reserved names.
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

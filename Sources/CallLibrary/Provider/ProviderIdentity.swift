// SPDX-License-Identifier: MIT

import Foundation

/// The names of this process's providers on the bus.
package enum ProviderIdentity {
    /// The framework that a provider belongs to.
    package enum Framework: Sendable {
        case callKit, liveCommunicationKit
    }

    private static let lock = NSLock()
    nonisolated(unsafe) private static var names = ProviderNames()

    /// Reserves a name that no other provider of this process has: the wanted one, or the app's if that is nil, with a number
    /// appended if it is taken.
    package static func claim(_ wanted: String?, for framework: Framework) -> String {
        lock.withLock { names.claim(wanted ?? appIdentifier, for: framework) }
    }

    /// The provider of a framework that places the calls of requests which name none.
    package static func oldest(of framework: Framework) -> String? { lock.withLock { names.oldest(of: framework) } }

    package static func release(_ identifier: String) { lock.withLock { names.release(identifier) } }

    /// The app's name: the sandbox's app id, else the desktop file, else the bundle's identifier, else the program's name.
    package static var appIdentifier: String {
        let process = ProcessInfo.processInfo
        return appIdentifier(
            process.environment, pid: process.processIdentifier,
            program: Bundle.main.bundleIdentifier ?? process.processName)
    }

    /// A program's name may have characters that a provider's cannot.
    static func appIdentifier(_ environment: [String: String], pid: Int32, program: String) -> String {
        environment["FLATPAK_ID"] ?? environment["SNAP_INSTANCE_NAME"] ?? desktopFile(environment, pid: pid)
            ?? String(program.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "-" })
    }

    /// The id of the desktop file that started the process. Programs that are started from a terminal inherit the terminal's.
    static func desktopFile(_ environment: [String: String], pid: Int32) -> String? {
        guard environment["GIO_LAUNCHED_DESKTOP_FILE_PID"] == String(pid) else { return nil }
        return environment["GIO_LAUNCHED_DESKTOP_FILE"].map {
            URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent
        }
    }
}

/// The reserved names, the oldest first.
struct ProviderNames {
    private var taken: [(name: String, framework: ProviderIdentity.Framework)] = []

    func oldest(of framework: ProviderIdentity.Framework) -> String? {
        taken.first { $0.framework == framework }?.name
    }

    mutating func claim(_ name: String, for framework: ProviderIdentity.Framework) -> String {
        var (candidate, number) = (name, 1)
        while taken.contains(where: { $0.name == candidate }) {
            number += 1
            candidate = "\(name).\(number)"
        }
        taken.append((candidate, framework))
        return candidate
    }

    mutating func release(_ name: String) { taken.removeAll { $0.name == name } }
}

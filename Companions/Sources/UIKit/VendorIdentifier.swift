// SPDX-License-Identifier: MIT

import Foundation

/// The identifier of an app for a user, in a file of the app's state folder.
enum VendorIdentifier {
    static let own = read(ProcessInfo.processInfo.environment, program: ProcessInfo.processInfo.processName)

    /// nil if it cannot be kept.
    static func read(_ environment: [String: String], program: String) -> UUID? {
        let home = environment["HOME"].map { $0 + "/.local/state" }
        guard let state = environment["XDG_STATE_HOME"].flatMap({ $0.hasPrefix("/") ? $0 : nil }) ?? home else {
            return nil
        }
        let folder = URL(fileURLWithPath: state).appendingPathComponent(program)
        let file = folder.appendingPathComponent("identifier-for-vendor")
        if let known = known(file) { return known }
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            // A file that is complete when it gets its name, and does not replace that of another process of the app.
            let new = folder.appendingPathComponent("identifier-for-vendor.\(UUID().uuidString)")
            try Data(UUID().uuidString.utf8).write(to: new)
            defer { try? FileManager.default.removeItem(at: new) }
            do {
                try FileManager.default.linkItem(at: new, to: file)
            } catch  where known(file) == nil {
                // A damaged file.
                try Data(contentsOf: new).write(to: file, options: .atomic)
            }
        } catch {
            return known(file)
        }
        return known(file)
    }

    private static func known(_ file: URL) -> UUID? {
        (try? String(contentsOf: file, encoding: .utf8)).flatMap {
            UUID(uuidString: $0.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }
}

// SPDX-License-Identifier: MIT

public import Foundation

extension FileManager {
    /// The folder that an app and its call directory extension share: the folder with the name of the group in the
    /// user's data folder (`~/.local/share`, or in a sandbox the app's own). It is made if it is not there.
    ///
    /// Linux has no entitlements, so each program outside a sandbox can read the folder of each group.
    /// - Parameter groupIdentifier: Such as `group.org.example.Phone`.
    /// - Returns: nil if the identifier is no name of a folder, or the folder cannot be made.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
        let environment = ProcessInfo.processInfo.environment
        let own = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        guard !groupIdentifier.isEmpty, !groupIdentifier.hasPrefix("."), !groupIdentifier.contains("/"),
            let data = own ?? environment["HOME"].map({ $0 + "/.local/share" })
        else { return nil }
        let folder = URL(fileURLWithPath: data).appendingPathComponent(groupIdentifier, isDirectory: true)
        do {
            try createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            return nil
        }
        return folder
    }
}

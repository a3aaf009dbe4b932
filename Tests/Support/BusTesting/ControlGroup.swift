// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// A control group of the test's own, by whose name a service takes a process for an app, and removed afterwards.
///
/// It is made in the unified hierarchy and, where the machine has one, in the `name=systemd` hierarchy of version 1:
/// systemd in hybrid mode keeps both alike, and readers look at either.
public final class ControlGroup: Sendable {
    /// The group's path, as `/proc/PID/cgroup` shows it.
    public let path: String
    /// Its folders.
    let folders: [String]

    /// Folders that this program has made, to remove again those, and only those, that are empty.
    private static let made = Mutex<Set<String>>([])

    /// Makes the group; needs root.
    ///
    /// - Parameter path: e.g. `user.slice/user-1000.slice/user@1000.service/app.slice/app-org.example.App-1234.scope`
    public init(_ path: String) throws {
        self.path = "/" + path
        folders = try Self.hierarchies().map { $0 + "/" + path }
        guard !folders.isEmpty else { throw SupportError("no control group hierarchy is mounted") }
        for folder in folders { try Self.make(folder) }
    }

    /// The scope that Flatpak starts an app in.
    public static func flatpak(_ app: String, uid: UInt32) throws -> ControlGroup {
        try ControlGroup(appSlice(uid) + "app-flatpak-\(app)-\(UInt32.random(in: 1000...999_999)).scope")
    }

    /// The scope that snapd starts an app in.
    public static func snap(_ snap: String, app: String, uid: UInt32) throws -> ControlGroup {
        try ControlGroup(appSlice(uid) + "snap.\(snap).\(app)-\(UUID().uuidString.lowercased()).scope")
    }

    deinit {
        for folder in folders { Self.remove(folder) }
    }

    /// Moves a process into the group.
    func add(_ processID: Int32) throws {
        for file in processFiles {
            let number = open(file, O_WRONLY | O_CLOEXEC)
            guard number >= 0 else { throw SupportError.system(file) }
            try Descriptor(owning: number).write(Array("\(processID)".utf8))
        }
    }

    /// The files that a process writes its number to in order to enter.
    var processFiles: [String] { folders.map { $0 + "/cgroup.procs" } }

    private static func appSlice(_ uid: UInt32) -> String {
        "user.slice/user-\(uid).slice/user@\(uid).service/app.slice/"
    }

    /// The mount points of the unified and the systemd hierarchy.
    private static func hierarchies() throws -> [String] {
        let mounts = try String(contentsOfFile: "/proc/self/mounts", encoding: .utf8)
        return mounts.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 3 else { return nil }
            let isSystemd = fields[3].split(separator: ",").contains("name=systemd")
            return fields[2] == "cgroup2" || (fields[2] == "cgroup" && isSystemd) ? String(fields[1]) : nil
        }
    }

    private static func make(_ folder: String) throws {
        try made.withLock { made in
            var missing: [String] = []
            var current = folder
            while access(current, F_OK) != 0 {
                missing.append(current)
                current = (current as NSString).deletingLastPathComponent
            }
            for folder in missing.reversed() {
                guard mkdir(folder, 0o755) == 0 else { throw SupportError.system("mkdir \(folder)") }
                made.insert(folder)
            }
        }
    }

    private static func remove(_ folder: String) {
        made.withLock { made in
            var current = folder
            // rmdir refuses a group that has processes or children: a parent goes with the last of its groups.
            while made.contains(current), rmdir(current) == 0 {
                made.remove(current)
                current = (current as NSString).deletingLastPathComponent
            }
        }
    }
}

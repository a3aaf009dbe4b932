// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// A control group for a test. A service identifies the app of a process by its name. Removed when the object is freed.
///
/// It is created in the unified hierarchy and, if the machine has one, in the `name=systemd` hierarchy of version 1:
/// systemd in hybrid mode keeps both equal, and readers use either.
public final class ControlGroup: Sendable {
    /// The group's path, as in `/proc/PID/cgroup`.
    public let path: String
    /// The folder of the group in each hierarchy.
    let folders: [String]

    /// The folders that this program created. Only these are removed, once they are empty.
    private static let made = Mutex<Set<String>>([])

    /// Creates these folders of one path; needs root.
    init(path: String, folders: [String]) throws {
        self.path = path
        self.folders = folders
        for folder in folders { try Self.make(folder) }
    }

    /// Creates the group; needs root.
    ///
    /// - Parameters:
    ///   - path: e.g. `user.slice/user-1000.slice/user@1000.service/app.slice/app-org.example.App-1234.scope`
    ///   - sharesProcessors: whether its slice has a share of the processors, as on a stock system. Then all that works
    ///     in the test must be in a slice: a program outside is worth as much as a slice.
    public init(_ path: String, sharesProcessors: Bool = false) throws {
        self.path = "/" + path
        folders = try Self.hierarchies(sharesProcessors).map { $0 + "/" + path }
        guard !folders.isEmpty else { throw SupportError("no control group hierarchy is mounted") }
        for folder in folders { try Self.make(folder) }
    }

    /// The scope in which a desktop starts an app that has no sandbox.
    public static func app(_ app: String, uid: UInt32, sharesProcessors: Bool = false) throws -> ControlGroup {
        try ControlGroup(
            appSlice(uid) + "app-\(app)-\(UInt32.random(in: 1000...999_999)).scope",
            sharesProcessors: sharesProcessors)
    }

    /// The scope in which Flatpak starts an app.
    public static func flatpak(_ app: String, uid: UInt32, sharesProcessors: Bool = false) throws -> ControlGroup {
        try ControlGroup(
            appSlice(uid) + "app-flatpak-\(app)-\(UInt32.random(in: 1000...999_999)).scope",
            sharesProcessors: sharesProcessors)
    }

    /// The scope in which snapd starts an app.
    public static func snap(_ snap: String, app: String, uid: UInt32) throws -> ControlGroup {
        try ControlGroup(appSlice(uid) + "snap.\(snap).\(app)-\(UUID().uuidString.lowercased()).scope")
    }

    /// A group whose processes together get no more memory than this, as systemd's `MemoryMax=` does.
    public static func limited(to bytes: Int) throws -> ControlGroup {
        let name = "bus-testing-\(UUID().uuidString.lowercased())"
        guard let limit = memoryLimit else { throw SupportError("no hierarchy of control groups limits memory") }
        let group = try ControlGroup(name, folders: [limit.hierarchy + "/" + name])
        try Data("\(bytes)".utf8).write(to: URL(filePath: group.folders[0] + "/" + limit.file))
        return group
    }

    /// The most memory that the processes of a limited group had together, in bytes.
    public func peakMemory() throws -> Int {
        for name in ["memory.max_usage_in_bytes", "memory.peak"] {
            let path = folders[0] + "/" + name
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { continue }
            if let bytes = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) { return bytes }
        }
        throw SupportError("the control group does not tell its memory")
    }

    /// Where the memory of a group is limited: version 1, or version 2 if its root hands memory on.
    private static var memoryLimit: (hierarchy: String, file: String)? {
        for line in (try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8))?.split(separator: "\n") ?? [] {
            let fields = line.split(separator: " ").map(String.init)
            guard fields.count > 3 else { continue }
            if fields[2] == "cgroup", fields[3].split(separator: ",").contains("memory") {
                return (fields[1], "memory.limit_in_bytes")
            }
            let handedOn = try? String(contentsOfFile: fields[1] + "/cgroup.subtree_control", encoding: .utf8)
            if fields[2] == "cgroup2", handedOn?.split(whereSeparator: \.isWhitespace).contains("memory") == true {
                return (fields[1], "memory.max")
            }
        }
        return nil
    }

    /// Whether memory can be limited here.
    static var limitsMemory: Bool {
        Privilege.isRoot && memoryLimit.map { access($0.hierarchy, W_OK) == 0 } ?? false
    }

    private init(_ path: String, folders: [String]) throws {
        (self.path, self.folders) = ("/" + path, folders)
        for folder in folders { try Self.make(folder) }
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

    /// The files to which a process writes its id to enter the group.
    var processFiles: [String] { folders.map { $0 + "/cgroup.procs" } }

    private static func appSlice(_ uid: UInt32) -> String {
        "user.slice/user-\(uid).slice/user@\(uid).service/app.slice/"
    }

    /// The mount points of the unified and the systemd hierarchy, and on request of the processor's in version 1.
    private static func hierarchies(_ sharesProcessors: Bool) throws -> [String] {
        try mounts().filter { mount in
            mount.type == "cgroup2" || mount.options.contains("name=systemd")
                || (sharesProcessors && mount.options.contains("cpu"))
        }.map(\.folder)
    }

    /// All mounted hierarchies.
    static func mounts() throws -> [(folder: String, type: Substring, options: [Substring])] {
        let mounts = try String(contentsOfFile: "/proc/self/mounts", encoding: .utf8)
        return mounts.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 3, fields[2] == "cgroup2" || fields[2] == "cgroup" else { return nil }
            return (String(fields[1]), fields[2], fields[3].split(separator: ","))
        }
    }

    /// Other tests, in a process of their own, may make or remove the parents meanwhile.
    private static func make(_ folder: String) throws {
        try made.withLock { made in
            var current = folder
            while access(folder, F_OK) != 0 {
                if mkdir(current, 0o755) == 0 {
                    made.insert(current)
                    current = folder
                } else if errno == ENOENT {
                    current = (current as NSString).deletingLastPathComponent
                } else if errno == EEXIST {
                    current = folder
                } else {
                    throw SupportError.system("mkdir \(current)")
                }
            }
        }
    }

    private static func remove(_ folder: String) {
        made.withLock { made in
            var current = folder
            // rmdir refuses a group with processes or children, so a parent goes with its last child.
            while made.contains(current), rmdir(current) == 0 {
                made.remove(current)
                current = (current as NSString).deletingLastPathComponent
            }
        }
    }
}

extension ControlGroup {
    /// A group with the limits of a unit, in the hierarchies of version 1 or in the unified one. nil where this program
    /// cannot set them, for example in a container without rights.
    ///
    /// - Parameters:
    ///   - memory: the bytes of `MemoryMax=`
    ///   - percent: the percents of `CPUQuota=`; nil = no limit
    public static func unit(memory: Int, percent: Int? = nil) -> ControlGroup? {
        let path = "/system.slice/monkeycall-test-\(UUID().uuidString.lowercased()).service"
        do {
            return try old(path, memory, percent) ?? unified(path, memory, percent)
        } catch {
            return nil
        }
    }

    /// Version 1: each controller has a hierarchy.
    private static func old(_ path: String, _ memory: Int, _ percent: Int?) throws -> ControlGroup? {
        guard let memoryRoot = try root(of: "memory") else { return nil }
        let processorRoot = try root(of: "cpu")
        guard percent == nil || processorRoot != nil else { return nil }
        let folders = [memoryRoot, processorRoot].compactMap { $0.map { $0 + path } }
        let group = try ControlGroup(path: path, folders: folders)
        try write("\(memory)", to: memoryRoot + path + "/memory.limit_in_bytes")
        // A kernel that does not count swap has no such file.
        try? write("\(memory)", to: memoryRoot + path + "/memory.memsw.limit_in_bytes")
        if let percent, let processorRoot {
            try write("\(percent * 1_000)", to: processorRoot + path + "/cpu.cfs_quota_us")
        }
        return group
    }

    /// Version 2: the root hands the controllers on to its children.
    private static func unified(_ path: String, _ memory: Int, _ percent: Int?) throws -> ControlGroup? {
        guard let root = try mounts().first(where: { $0.type == "cgroup2" })?.folder else { return nil }
        let group = try ControlGroup(path: path, folders: [root + path])
        for parent in [root, root + "/system.slice"] {
            try write(percent == nil ? "+memory" : "+memory +cpu", to: parent + "/cgroup.subtree_control")
        }
        try write("\(memory)", to: root + path + "/memory.max")
        try? write("0", to: root + path + "/memory.swap.max")
        if let percent { try write("\(percent * 1_000) 100000", to: root + path + "/cpu.max") }
        return group
    }

    private static func root(of controller: String) throws -> String? {
        try mounts().first { $0.type == "cgroup" && $0.options.contains(Substring(controller)) }?.folder
    }

    private static func write(_ text: String, to file: String) throws {
        let number = open(file, O_WRONLY | O_CLOEXEC)
        guard number >= 0 else { throw SupportError.system(file) }
        try Descriptor(owning: number).write(Array(text.utf8))
    }
}

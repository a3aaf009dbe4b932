// SPDX-License-Identifier: MIT

import Foundation

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

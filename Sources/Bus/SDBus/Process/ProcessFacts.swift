// SPDX-License-Identifier: MIT

import CSystemd
import Glibc
import SystemFiles

/// What the kernel tells any user about a process. `/proc/PID/root` and `/proc/PID/ns` would tell more, but only to the
/// same user.
package struct ProcessFacts: Hashable, Sendable {
    /// The text of `/proc/PID/cgroup`.
    package var controlGroup: String
    /// The letter of the state, such as S or Z; nil = unknown.
    package var state: Character?
    /// When the process started, in ticks since boot; nil = unknown.
    package var start: UInt64?
    /// The file system at the root of the process: the device, and the folder in it that is the root. nil = the root is
    /// no mount, as after chroot.
    package var root: String?
    /// Whether a file is mounted at `/.flatpak-info`.
    package var hasFlatpakInfo: Bool
    /// The text of `/proc/PID/uid_map`.
    package var userNamespace: String

    /// Facts that were read before. `mounts` is the text of `/proc/PID/mountinfo`.
    package init(
        controlGroup: String, state: Character?, start: UInt64?, mounts: [UInt8], userNamespace: String
    ) {
        (self.controlGroup, self.state, self.start) = (controlGroup, state, start)
        (root, hasFlatpakInfo) = Self.read(mounts)
        self.userNamespace = userNamespace
    }

    /// Reads the facts of one process: the open folder stays that of this process when the number is used again. nil
    /// for a process that has gone, or that the kernel hides.
    package init?(of process: String) {
        let folder = open("/proc/" + process, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return nil }
        defer { close(folder) }
        let controlGroup = Self.text("cgroup", in: folder)
        // The name may contain spaces and brackets: the other fields follow the last bracket.
        let fields = Self.text("stat", in: folder).split(separator: ")").last?.split(separator: " ") ?? []
        guard !controlGroup.isEmpty, fields.count > 19 else { return nil }
        self.init(
            controlGroup: controlGroup, state: fields[0].first, start: UInt64(fields[19]),
            mounts: KernelFile.bytes("mountinfo", in: folder, limit: Self.mostBytes),
            userNamespace: Self.text("uid_map", in: folder))
    }

    /// Whether the kernel tells these facts at all. It tells no control group while no file system of control groups is
    /// mounted.
    static let areTold = ProcessFacts(of: "self") != nil

    /// The last mount at the root hides those before it. In a list that was cut it may be missing, so its root is
    /// unknown. Reads bytes, because a process can make very many mounts.
    private static func read(_ mounts: [UInt8]) -> (root: String?, hasFlatpakInfo: Bool) {
        var root: String?
        var hasFlatpakInfo = false
        for line in mounts.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
            guard fields.count > 5 else { continue }
            if fields[4].elementsEqual("/".utf8) {
                root = String(decoding: fields[2], as: UTF8.self) + " " + String(decoding: fields[3], as: UTF8.self)
            }
            if fields[4].elementsEqual("/.flatpak-info".utf8) { hasFlatpakInfo = true }
        }
        return (mounts.count < mostBytes ? root : nil, hasFlatpakInfo)
    }

    /// More bytes than this are not read.
    private static let mostBytes = 256 << 10

    private static func text(_ name: String, in folder: Int32) -> String {
        KernelFile.text(name, in: folder, limit: mostBytes)
    }
}

/// Ticks of the clock with which the kernel dates processes. It counts from boot, also while the machine sleeps.
package enum ProcessClock {
    private static let perSecond = UInt64(max(1, sysconf(Int32(_SC_CLK_TCK))))

    /// The number of whole ticks until now.
    package static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return UInt64(time.tv_sec) * perSecond + UInt64(time.tv_nsec) * perSecond / 1_000_000_000
    }
}

/// A descriptor of a process, which stays that of this process when the number is used again.
package enum ProcessDescriptor {
    /// The number of the process; nil if it has gone, or if the descriptor is none of a process.
    package static func process(of descriptor: Int32) -> UInt32? {
        let text = KernelFile.text("/proc/self/fdinfo/\(descriptor)", limit: 4096)
        let line = text.split(separator: "\n").first { $0.hasPrefix("Pid:") }
        // -1 = it has gone, 0 = it is in another namespace of numbers.
        guard let number = line?.split(whereSeparator: \.isWhitespace).last.flatMap({ UInt32($0) }) else { return nil }
        return number > 0 ? number : nil
    }
}

/// The program of a process.
package enum Executable {
    private static let deleted = " (deleted)"

    /// The file name of the program; nil if the kernel does not tell it to this process.
    package static func name(of process: UInt32) -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/\(process)/exe", &buffer, buffer.count)
        guard length > 0 else { return nil }
        var path = String(decoding: buffer[..<length], as: UTF8.self)
        // The kernel's mark of a file that an upgrade has replaced.
        if path.hasSuffix(Self.deleted) { path.removeLast(Self.deleted.count) }
        return path.split(separator: "/").last.map(String.init)
    }
}

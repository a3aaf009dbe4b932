// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// What is wrong with the disks that a process sees. The process has a mount name space of its own, so no other process
/// sees it.
enum DiskTrouble {
    /// The folder is a file system of this size, such as `1m`.
    case small(String, URL)
    /// Each folder is the root of a file system (FUSE) whose server never answers, as after a network has failed.
    case hung([URL])
    /// The folder is a file system (FUSE) that works, and whose server writes its process id into the file. A test that
    /// stops the server hangs the disk.
    case served(URL, serverID: URL)
    /// The permissions of files hold for the process, also if root runs the tests.
    case permissions

    /// Whether this machine lets a test mount file systems.
    static let canMount = runs(["mount", "-t", "tmpfs", "x", "/mnt"], in: nameSpace)
    /// Whether it lets a test mount a file system that hangs.
    static let canHang = runs(["true"], in: command(hanging: ["/mnt"]))
    /// Whether it lets a test mount one that works.
    static let canServe = runs(["true"], in: command(serving: "/mnt", serverID: "/dev/null"))

    /// Whether the process waits for the disk until it ends.
    var isEndless: Bool {
        switch self {
        case .hung: true
        case .small, .served, .permissions: false
        }
    }

    /// The beginning of the command of such a process.
    var command: [String] {
        switch self {
        case .small(let size, let folder):
            let script = #"mount -t tmpfs -o "size=$1" tmpfs "$2"; shift 2; exec "$@""#
            return Self.nameSpace + ["sh", "-ec", script, "sh", size, folder.path]
        case .hung(let folders): return Self.command(hanging: folders.map(\.path))
        case .served(let folder, let serverID): return Self.command(serving: folder.path, serverID: serverID.path)
        case .permissions:
            let capabilities = "-dac_override,-dac_read_search"
            return Privilege.isRoot
                ? ["setpriv", "--bounding-set=\(capabilities)", "--inh-caps=\(capabilities)", "--"] : []
        }
    }

    /// Without a user name space: the service would take the directory for an app in a sandbox.
    private static let nameSpace = ["unshare", "--mount", "--propagation=private"]

    /// Another process has the server's end of each file system, and reads nothing from it.
    private static func command(hanging folders: [String]) -> [String] {
        let script = """
            while [ "$1" != -- ]; do
                exec 9<>/dev/fuse
                mount -i -t fuse -o fd=9,rootmode=40000,user_id=0,group_id=0 hung "$1"
                sleep infinity >/dev/null 2>&1 &
                exec 9<&-
                shift
            done
            shift
            exec "$@"
            """
        return nameSpace + ["sh", "-ec", script, "sh"] + folders + ["--"]
    }

    /// The server shows the contents of the folder below it.
    private static func command(serving folder: String, serverID: String) -> [String] {
        let script = #"""
            bindfs -f "$1" "$1" >/dev/null 2>&1 &
            echo $! >"$2"
            until mountpoint -q "$1"; do kill -0 $!; sleep 0.01; done
            shift 2
            exec "$@"
            """#
        return nameSpace + ["sh", "-ec", script, "sh", folder, serverID]
    }

    private static func runs(_ command: [String], in wrapper: [String]) -> Bool {
        (try? ChildProcess.run(wrapper + command))?.status == .exited(0)
    }
}

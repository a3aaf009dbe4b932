// SPDX-License-Identifier: MIT

import Glibc
import SDBus

/// The socket of the sound server.
enum SoundServerSocket {
    /// Calls `body` when a file is created in the folder of the socket, as long as the watch lives. Nil if the server
    /// is on another machine, or the folder does not exist.
    static func watch(of server: String?, _ loop: EventLoop, _ body: @escaping () -> Void) -> FolderWatch? {
        guard let folder = folder(server) else { return nil }
        return try? loop.watch(folder: folder) { change in
            if case .created = change { body() }
        }
    }

    private static func folder(_ server: String?) -> String? {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        if let server = server ?? variable("PULSE_SERVER") {
            let path = server.hasPrefix("unix:") ? String(server.dropFirst(5)) : server
            guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return nil }
            return String(path[..<slash])
        }
        return variable("PULSE_RUNTIME_PATH") ?? variable("XDG_RUNTIME_DIR").map { $0 + "/pulse" }
    }
}

// SPDX-License-Identifier: MIT

import CPulse
import Glibc
import SDBus

/// Tells when something new is where the sound server has its socket.
final class SoundServerSocket {
    private let descriptor: Int32
    private var watch: IOWatch?

    /// Nil where it cannot be told: on another machine, or in a folder that is not there.
    init?(of server: String?, _ loop: EventLoop, _ body: @escaping () -> Void) {
        guard let folder = Self.folder(server) else { return nil }
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
        guard inotify_add_watch(descriptor, folder, UInt32(IN_CREATE | IN_MOVED_TO)) >= 0 else { return nil }
        watch = try? loop.watch(fileDescriptor: descriptor, events: .readable) { _ in
            var buffer = [UInt8](repeating: 0, count: 4096)
            while read(descriptor, &buffer, buffer.count) > 0 {}
            body()
        }
    }

    deinit {
        watch = nil
        close(descriptor)
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

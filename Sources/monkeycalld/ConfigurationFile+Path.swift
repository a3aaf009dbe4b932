// SPDX-License-Identifier: MIT

import CallCore
import DaemonConfiguration
import Glibc

/// Why the daemon cannot run with its configuration.
struct UnusableConfiguration: Error {
    /// `FILE` or `FILE:LINE`.
    let place: String
    let message: String
}

extension ConfigurationFile {
    /// The file that is read where no other is named. It need not be there.
    static let defaultPath = "/etc/monkeycall/monkeycalld.conf"
    /// Bytes. Nobody writes as much by hand; what is larger is another file.
    private static let limit = 1 << 20

    /// Reads the named file, or the default one.
    init(path: String?) throws(UnusableConfiguration) {
        let text = try Self.text(ofFile: path ?? Self.defaultPath, mayBeMissing: path == nil)
        do throws(ConfigurationFault) {
            try self.init(text) { getpwnam($0)?.pointee.pw_uid }
        } catch {
            throw UnusableConfiguration(place: "\(path ?? Self.defaultPath):\(error.line)", message: error.message)
        }
    }

    private static func text(ofFile path: String, mayBeMissing: Bool) throws(UnusableConfiguration) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if mayBeMissing, errno == ENOENT { return "" }
            throw unreadable(path, errno)
        }
        defer { close(file) }
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            var chunk = [UInt8](repeating: 0, count: 65_536)
            let count = read(file, &chunk, chunk.count)
            guard count >= 0 else { throw unreadable(path, errno) }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk.prefix(count)
        }
        throw UnusableConfiguration(place: path, message: "It is larger than \(limit) bytes.")
    }

    private static func unreadable(_ path: String, _ error: Int32) -> UnusableConfiguration {
        UnusableConfiguration(
            place: path,
            message: "It cannot be read: \(String(cString: strerror(error))). It must be there, with mode 0644.")
    }
}

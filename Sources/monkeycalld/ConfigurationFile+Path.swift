// SPDX-License-Identifier: MIT

import CallCore
import ConfigurationText
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
        do throws(UnreadableFile) {
            if let text = try TextFile.read(path) { return text }
            guard mayBeMissing else { throw .failed(ENOENT) }
            return ""
        } catch {
            let hint = if case .failed = error { " It must be there, with mode 0644." } else { "" }
            throw UnusableConfiguration(place: path, message: error.message + hint)
        }
    }
}

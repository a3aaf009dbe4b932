// SPDX-License-Identifier: MIT

import CallCore
import CallService
import ConfigurationText
import Glibc

/// The policy of a configuration file. The service can always run with it: a value with a mistake has its default.
struct Configuration {
    /// The file without a `--config` option. It need not exist.
    static let defaultPath = "/etc/monkeycall/monkeycalld.conf"

    let policy: Policy
    /// In order of the lines.
    let problems: [Problem]

    /// A mistake in the file.
    struct Problem: CustomStringConvertible {
        /// `FILE` or `FILE:LINE`.
        let place: String
        let message: String

        var description: String { "\(place): \(message)" }
    }

    /// Reads the named file, or the default one.
    init(path: String?) {
        let file = path ?? Self.defaultPath
        let account: (String) -> UInt32? = { getpwnam($0)?.pointee.pw_uid }
        var policy = Policy()
        do throws(UnreadableFile) {
            let contents = ConfigurationFile(try Self.text(of: file, mayBeMissing: path == nil), account: account)
            policy = contents.policy
            problems = contents.problems.map { Problem(place: "\(file):\($0.line)", message: $0.message) }
        } catch {
            let hint = if case .failed = error { " It must exist with mode 0644." } else { "" }
            problems = [Problem(place: file, message: error.message + hint)]
        }
        policy.admitBridge(account: account)
        self.policy = policy
    }

    private static func text(of file: String, mayBeMissing: Bool) throws(UnreadableFile) -> String {
        if let text = try TextFile.read(file) { return text }
        guard mayBeMissing else { throw .failed(ENOENT) }
        return ""
    }
}

// SPDX-License-Identifier: MIT

import CallCore
import ConfigurationText
import DaemonConfiguration
import Glibc

/// The policy that a file stands for. It can always be run with: what is wrong in the file is at its default.
struct Configuration {
    /// The file that is read where no other is named. It need not be there.
    static let defaultPath = "/etc/monkeycall/monkeycalld.conf"

    let policy: Policy
    /// In order of the lines.
    let problems: [Problem]

    /// What is wrong with the file.
    struct Problem: CustomStringConvertible {
        /// `FILE` or `FILE:LINE`.
        let place: String
        let message: String

        var description: String { "\(place): \(message)" }
    }

    /// Reads the named file, or the default one.
    init(path: String?) {
        let file = path ?? Self.defaultPath
        do throws(UnreadableFile) {
            let contents = ConfigurationFile(try Self.text(of: file, mayBeMissing: path == nil)) {
                getpwnam($0)?.pointee.pw_uid
            }
            policy = contents.policy
            problems = contents.problems.map { Problem(place: "\(file):\($0.line)", message: $0.message) }
        } catch {
            let hint = if case .failed = error { " It must be there, with mode 0644." } else { "" }
            policy = Policy()
            problems = [Problem(place: file, message: error.message + hint)]
        }
    }

    private static func text(of file: String, mayBeMissing: Bool) throws(UnreadableFile) -> String {
        if let text = try TextFile.read(file) { return text }
        guard mayBeMissing else { throw .failed(ENOENT) }
        return ""
    }
}

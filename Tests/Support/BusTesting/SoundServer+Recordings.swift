// SPDX-License-Identifier: MIT

import Foundation

extension SoundServer {
    /// A stream that a program records, as the server shows it.
    package struct Recording: Decodable {
        package let isMuted: Bool
        private let properties: [String: String]

        private enum CodingKeys: String, CodingKey {
            case isMuted = "mute"
            case properties
        }

        /// The name of the program, or else the one that it gives itself.
        package var program: String? { properties["application.process.binary"] ?? properties["application.name"] }
        package var process: Int32? { properties["application.process.id"].flatMap { Int32($0) } }
    }

    /// The streams that programs record. The microphone of the tests is a stream of the server itself, which has no
    /// program.
    package func recordings() throws -> [Recording] {
        let text = try pactl("--format=json", "list", "source-outputs")
        return try JSONDecoder().decode([Recording].self, from: Data(text.utf8)).filter { $0.program != nil }
    }

    /// Waits until the streams fit. The server does not tell the test of changes.
    package func waitForRecordings(_ failure: String, where fit: ([Recording]) -> Bool) throws {
        let deadline = Deadline()
        while true {
            let recordings = try recordings()
            if fit(recordings) { return }
            guard !deadline.hasPassed else { throw SupportError("\(failure), but \(recordings)") }
        }
    }

    /// Waits until the server mutes the streams of other processes than this one, which also records, and only these.
    package func waitUntilMutes(_ isMuted: Bool, allBut process: ChildProcess) throws {
        try waitForRecordings("the streams are not muted: \(isMuted)") { recordings in
            let own = recordings.filter { $0.process == process.processID }
            let others = recordings.filter { $0.process != process.processID }
            return !own.isEmpty && !others.isEmpty && own.allSatisfy { !$0.isMuted }
                && others.allSatisfy { $0.isMuted == isMuted }
        }
    }
}

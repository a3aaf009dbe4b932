// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// A home folder that cannot be used yet, for example because it is encrypted and the user has not unlocked it.
@Suite(.daemonLogs)
final class LockedHomeTests: DirectorySuite {
    enum Lock: CaseIterable {
        /// No process may enter the folder.
        case forbidden
        /// The folder is a link to a disk that is not there.
        case missing

        var log: String {
            switch self {
            case .forbidden: "cannot be written. Check its permissions"
            case .missing: "No such file or directory"
            }
        }
    }

    private func set(_ lock: Lock, _ isOn: Bool) throws {
        let (home, away) = (directory.home.url.path, directory.home.url.path + ".away")
        switch lock {
        case .forbidden: try #require(chmod(home, isOn ? 0 : 0o755) == 0)
        case .missing where isOn:
            try #require(rename(home, away) == 0)
            try #require(symlink("/nonexistent/home", home) == 0)
        case .missing:
            try #require(unlink(home) == 0)
            try #require(rename(away, home) == 0)
        }
    }

    @Test(arguments: Lock.allCases)
    func `With a locked home the directory starts, calls ring, and the next start finds everything again`(
        lock: Lock
    ) throws {
        try directory.add("Ada", "030 123456")
        try directory.lists.call("AddRule", "caller", "+4930999", "reject")
        #expect(try directory.stop() == .exited(0))
        try set(lock, true)
        do {
            defer { #expect(throws: Never.self) { try set(lock, false) } }
            try directory.start(with: .permissions)
            let line = try directory.process.waitForLine(of: .error) { $0.contains("cannot be used") }
            #expect(line.contains(directory.data.path) && line.contains(lock.log))
            #expect(try directory.object().get("DatabaseProblem") != "")
            try phone.ring("A", ["RemoteHandle": .tuple("phone-number", "+4930999")])
            let error = try #require(try directory.lists.error("AddRule", "caller", "+1", "reject"))
            #expect(error.shortName == "NoDatabase")
            #expect(try directory.stop() == .exited(0))
        }
        try directory.start(with: .permissions)
        try directory.expect("DatabaseProblem", "")
        try directory.expect("Contacts", .uint32(1))
        let refusal = phone.actor.refusal { _ in
            try phone.ring("B", ["RemoteHandle": .tuple("phone-number", "+4930999")])
        }
        #expect(refusal == "IncomingCall.FilteredByBlockList")
    }
}

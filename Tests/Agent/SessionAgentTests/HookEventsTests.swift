// SPDX-License-Identifier: MIT

import BusTesting
import CallClient
import CallInterface
import Foundation
import SDBus
import Testing

@testable import SessionAgent

/// When the user's programs for calls run, and which files are such programs.
struct HookEventsTests {
    /// A call in each situation that programs may be told of.
    private enum Situation: String, CaseIterable {
        case ringing, silenced, connecting, active, held, missed, declined, ended, dialing

        var call: CallRecord {
            let state: CallState =
                switch self {
                case .ringing, .silenced: .incoming
                case .connecting: .connecting
                case .active: .active
                case .held: .held
                case .missed, .declined, .ended: .ended
                case .dialing: .dialing
                }
            let isConnected = [.active, .held, .ended].contains(self)
            let reason: EndedReason? =
                self == .missed ? .unanswered : self == .declined ? .declined : self == .ended ? .remoteEnded : nil
            return CallRecord(
                [String: Variant]([
                    .uuid: .string("a"), .state: .string(state.rawValue), .silenced: .bool(self == .silenced),
                    .connectedAt: .uint64(isConnected ? 1 : 0), .endedReason: .string(reason?.rawValue ?? ""),
                    .outgoing: .bool(self == .dialing),
                ]))
        }

        /// What has happened to a call in this situation.
        var events: [HookEvent] {
            switch self {
            case .ringing: [.ringing]
            case .silenced, .connecting, .dialing: []
            case .active, .held: [.answered]
            case .missed: [.missed, .ended]
            case .declined: [.ended]
            case .ended: [.answered, .ended]
            }
        }
    }

    @Test func `A program reads the call, without the code of a meeting`() {
        let call = CallRecord([String: Variant]([.uuid: .string("a"), .postDial: .string(",,1234#")]))
        #expect(HookRun.input(about: call) == #"{"UUID":"a"}"# + "\n")
    }

    @Test func `After each situation of a call, each other one is told what is new`() {
        for first in Situation.allCases {
            for second in Situation.allCases {
                var events = HookEvents()
                #expect(events.follow([]).isEmpty)
                #expect(events.follow([first.call]).map(\.event) == first.events, "\(first)")
                let new = second.events.filter { !first.events.contains($0) }
                #expect(events.follow([second.call]).map(\.event) == new, "\(first) then \(second)")
                #expect(events.follow([first.call]).isEmpty, "\(first), \(second) and back")
            }
        }
    }

    @Test(arguments: Situation.allCases.map(\.rawValue))
    func `The first calls that the agent sees tell nothing`(_ situation: String) throws {
        var events = HookEvents()
        #expect(events.follow([try #require(Situation(rawValue: situation)).call]).isEmpty)
    }

    @Test func `A later call with the same id is another call`() {
        var events = HookEvents()
        for _ in 0..<2 {
            #expect(events.follow([]).isEmpty)
            #expect(events.follow([Situation.ringing.call]).map(\.event) == [.ringing])
        }
    }

    @Test func `Only the user's own files that the user can execute, and no other user can write, are programs`() throws
    {
        let directory = try TemporaryDirectory()
        let folder = directory.url.appendingPathComponent("hooks").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        #expect(chmod(folder, 0o755) == 0)
        for (name, mode) in [
            ("20-lamp", 0o755), ("10-page.sh", 0o700), ("README", 0o644), (".hidden", 0o755), ("group", 0o775),
            ("others", 0o757), ("strange\nname", 0o755), ("not-mine-to-run", 0o611),
        ] as [(String, mode_t)] {
            try directory.write("#!/bin/sh\n", to: "hooks/" + name)
            #expect(chmod("\(folder)/\(name)", mode) == 0)
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/link", withDestinationPath: folder + "/20-lamp")
        try FileManager.default.createDirectory(atPath: folder + "/folder", withIntermediateDirectories: false)
        let (paths, faults) = HookFolder(path: folder).programs()
        #expect(paths == ["10-page.sh", "20-lamp"].map { "\(folder)/\($0)" })
        let refused: Set<HookFolder.Fault> = [
            .program("group"), .program("others"), .program("link"), .program("not-mine-to-run"),
            .program("a program with a strange name"),
        ]
        #expect(Set(faults) == refused)
    }

    @Test func `A folder that others can write, and a link to one, have no programs`() throws {
        let directory = try TemporaryDirectory()
        let folder = directory.url.appendingPathComponent("hooks").path
        #expect(HookFolder(path: folder).programs().faults.isEmpty)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try directory.write("#!/bin/sh\n", to: "hooks/lamp")
        #expect(chmod(folder + "/lamp", 0o755) == 0 && chmod(folder, 0o755) == 0)
        #expect(HookFolder(path: folder).programs().paths.count == 1)
        let link = directory.url.appendingPathComponent("link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder)
        #expect(HookFolder(path: link).programs() == ([], [.folder]))
        for mode in [0o775, 0o757] as [mode_t] {
            #expect(chmod(folder, mode) == 0)
            #expect(HookFolder(path: folder).programs() == ([], [.folder]))
        }
    }
}

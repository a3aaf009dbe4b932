// SPDX-License-Identifier: MIT

import BusTesting
import CallContract
import Foundation

@testable import DirectoryDatabase

/// A database in a folder of its own, which is removed with the value.
struct Sample {
    let folder: TemporaryDirectory
    let database: DirectoryDatabase
    var history: History { History(database) }
    var path: String { folder.url.path + "/monkeycall" }

    init(isRemote: Bool? = nil) throws {
        folder = try TemporaryDirectory()
        database = try DirectoryDatabase(in: folder.url.path + "/monkeycall", isRemote: isRemote)
    }
}

extension PastCall {
    /// An incoming call from a caller, missed if nothing else is said.
    static func sample(
        _ number: UInt64, at start: Time, from key: String = "tel:+4930123456", outcome: CallOutcome = .missed,
        isOutgoing: Bool = false, provider: String = "org.example.App", app: String = ""
    ) -> PastCall {
        var call = PastCall(
            CallID(high: 7, low: number), provider: provider, startedAt: start, endedAt: start + 60,
            endedReason: outcome.endedReason, outcome: outcome)
        call.callerKey = key
        call.isOutgoing = isOutgoing
        call.app = app
        return call
    }
}

extension CallOutcome {
    fileprivate var endedReason: EndedReason {
        switch self {
        case .answered: .remoteEnded
        case .missed, .notConnected: .unanswered
        case .refused: .declined
        case .elsewhere: .answeredElsewhere
        case .doNotDisturb, .busy, .blockList, .screener, .user: .filtered
        }
    }
}

extension HistoryEntry {
    var number: UInt64 { call.uuid.low }
}

extension History {
    func hasCalled(_ key: String, since time: Time, in app: String = "") throws -> Bool {
        try database.read { try Self.hasCalled(key, since: time, in: app, from: $0) }
    }
}

// SPDX-License-Identifier: MIT

import CallContract
import CallInterface
import DirectoryDatabase
import SDBus

/// The directory as one caller sees it.
struct Visit {
    /// The app of the caller's sandbox; nil = no sandbox.
    let app: String?
    let facts: DirectoryFacts

    /// A sandboxed app has the sources that are named like it: `org.example.App`, and `org.example.App.Spam`, as its
    /// desktop files are.
    func owns(source: String) -> Bool { SandboxName.owns(source, app: app) }

    func require(source: String) throws(BusError) {
        guard owns(source: source) else {
            throw .accessDenied("A sandboxed app may only use the source of lists that has the id of the app.")
        }
    }
}

/// The tables of `dbus/org.monkeycall.Directory*.xml`.
enum DirectoryTables {
    /// The answer to a caller without access.
    static let refusal = """
        A sandboxed app may only list its own calls, load its own lists, and screen calls if the user has enabled it.
        """
}

/// The values of the properties of the directory.
struct DirectoryFacts: Hashable {
    var region = ""
    var contacts = 0
    var contactFolders: [String] = []
    /// A word of `DirectoryProblem`; empty = none.
    var databaseProblem = ""
    var damagedFile = ""
    var screensCalls = true
    var unreadMissed = 0
    /// 0 = for ever.
    var retentionDays = 0
}

/// The reason why a request of a program fails.
protocol RequestFailure: Error {
    /// The error reply.
    var onBus: BusError { get }
}

extension BusError: RequestFailure {
    var onBus: BusError { self }
}

extension Result where Failure: RequestFailure {
    /// Replies that the request is done, or with the failure.
    func complete(_ reply: PendingReply<>) { reply.complete(self) { reply, _ in reply.succeed() } }

    /// Replies with the value, or with the failure.
    func complete(_ reply: PendingReply<Success>) where Success: BusValue {
        reply.complete(self) { $0.succeed($1) }
    }
}

extension PendingReply {
    /// Lets `succeed` reply with the value, or replies with the failure.
    func complete<Value>(
        _ result: Result<Value, some RequestFailure>, _ succeed: (PendingReply, Value) -> Void
    ) {
        switch result {
        case .success(let value): succeed(self, value)
        case .failure(let failure): fail(failure.onBus)
        }
    }
}

extension DirectoryProblem: RequestFailure {
    /// The word of the property `DatabaseProblem`.
    var word: String {
        switch self {
        case .busy: "busy"
        case .noSpace: "no-space"
        case .readOnly: "read-only"
        case .damaged: "damaged"
        case .newer: "newer"
        case .refused, .tooManyRequests: ""
        case .unusable: "unusable"
        }
    }

    /// The error reply.
    var onBus: BusError {
        switch self {
        case .refused(let fault): .invalidArgs(fault)
        case .tooManyRequests: BusError(name: StandardErrorName.limitsExceeded, message: description)
        case .busy, .noSpace, .readOnly, .damaged, .newer, .unusable:
            BusError(name: DirectoryName.databaseError, message: description)
        }
    }
}

extension ListError: RequestFailure {
    var onBus: BusError { BusError(name: code.name, message: message) }
}

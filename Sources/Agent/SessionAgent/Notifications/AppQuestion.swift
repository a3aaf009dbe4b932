// SPDX-License-Identifier: MIT

import CallClient
import CallContract
import CallInterface
import SDBus

/// The question whether a sandboxed app may ring, as the user sees it beside a call of the app.
struct AppQuestion: Hashable {
    /// The id of its notification.
    let id: String
    /// The id of the app in its sandbox, which the app cannot choose.
    let app: String
    /// A text of the app.
    let name: String
}

/// An incoming call of a sandboxed app that nobody has answered.
struct RingingApp: Hashable {
    let call: String
    let app: String
    let name: String

    init(call: String, app: String, name: String) { (self.call, self.app, self.name) = (call, app, name) }

    /// Nil for a call that does not ring, or that no sandboxed app carries.
    init?(_ call: CallRecord, _ provider: ProviderRecord?) {
        // A modem service is no sandbox, and cannot be switched off.
        guard call.isUnanswered, let provider, !provider.appID.isEmpty, !provider.isCellular else { return nil }
        self.init(call: call.uuid, app: provider.appID, name: provider.name)
    }
}

/// Which questions are open. Each app has one. It stays after its call, because a user who declines a call first should
/// still be able to answer it. Without an answer the app is asked about again at its next call.
struct AppQuestionList {
    /// A further app is asked about at its next call.
    static let limit = 3

    private(set) var open: [AppQuestion] = []
    /// The calls that the user has seen the question of, and that still ring.
    private var asked: Set<String> = []
    private var ringing: [RingingApp] = []
    private let makeID: () -> String

    init(makeID: @escaping () -> String) { self.makeID = makeID }

    /// `decided` are the apps that the user has decided about; nil = the directory does not tell, so no answer would
    /// count. `mayAsk`: this agent shows the calls, the screen is not locked, and the user can press buttons.
    mutating func follow(_ ringing: [RingingApp], decided: Set<String>?, mayAsk: Bool) {
        self.ringing = ringing
        asked.formIntersection(ringing.map(\.call))
        guard mayAsk, let decided else { return open = [] }
        open.removeAll { decided.contains($0.app) }
        for call in ringing {
            guard open.count < Self.limit, !decided.contains(call.app), !asked.contains(call.call),
                !open.contains(where: { $0.app == call.app })
            else { continue }
            open.append(AppQuestion(id: makeID(), app: call.app, name: call.name))
        }
    }

    /// The user has answered or dismissed a question. Returns its app, and the calls of the app that ring; nil if it is
    /// not open.
    mutating func close(_ id: String) -> (app: String, calls: [String])? {
        guard let question = open.first(where: { $0.id == id }) else { return nil }
        open.removeAll { $0.id == id }
        let calls = ringing.filter { $0.app == question.app }.map(\.call)
        asked.formUnion(calls)
        return (question.app, calls)
    }
}

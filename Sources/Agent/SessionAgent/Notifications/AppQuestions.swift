// SPDX-License-Identifier: MIT

import CallClient
import CallContract
import CallInterface
import SDBus

/// Asks the user about each sandboxed app that rings, until the user has decided. The call rings meanwhile.
package final class AppQuestions: Neighbour {
    private let service: CallServiceClient
    private let notifications: CallNotifications
    private var list = AppQuestionList { ID<AppQuestion>.random().description }
    private var ringing: [RingingApp] = []
    /// nil = the directory has not told.
    private var decided: Set<String>?
    /// Whether the user can press buttons; nil = not known.
    private var hasButtons: Bool?
    private var mayShow = false

    package init(_ service: CallServiceClient, _ notifications: CallNotifications) {
        (self.service, self.notifications) = (service, notifications)
        notifications.appAnswered = { [unowned self] in answer($0, $1) }
        notifications.directory?.appsChanged = { [unowned self] in
            if isInterested { learn() }
        }
    }

    /// Without a question and without such a call nobody needs the decisions, and they may become old.
    private var isInterested: Bool { !ringing.isEmpty || !list.open.isEmpty }

    package func follow(_ state: DesktopState) {
        mayShow = !state.isLocked && !state.isElsewhere
        let new = state.calls.compactMap { RingingApp($0, state.provider(of: $0)) }
        let isCall = !Set(new).subtracting(ringing).isEmpty
        if !isInterested { decided = nil }
        ringing = new
        if isCall { learn() }
        show()
    }

    /// Asks which apps the user has decided about, and whether the notification server shows buttons.
    private func learn() {
        guard let directory = notifications.directory else { return }
        directory.decidedApps { [unowned self] in
            decided = $0
            show()
        }
        notifications.findButtons { [unowned self] in
            hasButtons = $0
            show()
        }
    }

    private func show() {
        list.follow(ringing, decided: decided, mayAsk: mayShow && hasButtons == true)
        notifications.appQuestions = list.open
    }

    /// nil = the user has dismissed the question.
    private func answer(_ id: String, _ isAllowed: Bool?) {
        guard let (app, calls) = list.close(id) else { return }
        if let isAllowed {
            // The user does not want to hear the app. The call goes on, because only a person may decline it.
            if !isAllowed { for call in calls { service.silence(call) } }
            decided?.insert(app)
            notifications.directory?.decide(about: app, isAllowed)
        }
        show()
    }
}

extension UserDirectory {
    /// The sandboxed apps that the user has decided about; nil if the directory does not answer.
    fileprivate func decidedApps(then completion: @escaping (Set<String>?) -> Void) {
        client.call(.listApps) { reply in
            let lines = try? reply.get().read([[String: Variant]].self)
            // An app without a provider has its id as its identifier.
            completion(
                lines.map { lines in
                    Set(
                        lines.filter { $0.flag(.answered) }.map { line in
                            let app = line.text(.appID)
                            return app.isEmpty ? line.text(.identifier) : app
                        })
                })
        }
    }

    fileprivate func decide(about app: String, _ isAllowed: Bool) {
        client.call(.setAppAllowed, app, isAllowed) { [log] reply in
            if case .failure(let error) = reply { log("the decision about an app is not kept", error) }
        }
    }
}

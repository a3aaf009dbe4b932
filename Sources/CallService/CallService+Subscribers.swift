// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// The views that are sent the changes of objects.
///
/// The service enforces the limit of subscribers, because the core does not know them: a connection that only listens changes
/// nothing there. For the same reason the service enforces the limits of bytes: of texts and files (before a command is made of
/// them), of waiting calls and of unread replies. All other limits are the core's.
extension CallService {
    /// Sends the caller the changes of the objects that it sees. Doing so twice is harmless.
    func subscribe(_ view: View) throws(BusError) {
        guard !view.user.subscribers.contains(where: view.isSame) else { return }
        let limit = view.limits.subscribers
        guard view.user.subscribers.count < limit else {
            throw CallError(.limitsExceeded, "A user's calls have at most \(limit) subscribers.").onBus
        }
        view.user.subscribers.append(view)
        keeper?.keepSubscriber(view)
    }

    func unsubscribe(_ view: View) { unsubscribe(from: view.user, where: view.isSame) }

    /// Sends the connection no more changes of any user's objects.
    func unsubscribe(_ client: Client) {
        for user in users.values { unsubscribe(from: user) { $0.caller.client == client } }
    }

    private func unsubscribe(from user: User, where isMeant: (View) -> Bool) {
        for view in user.subscribers where isMeant(view) { keeper?.dropSubscriber(view) }
        user.subscribers.removeAll(where: isMeant)
    }
}

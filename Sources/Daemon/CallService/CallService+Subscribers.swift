// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// The views that are sent the changes of objects.
///
/// The service enforces the limit of subscribers, because the core does not know them: a connection that only listens
/// changes nothing there. For the same reason the service enforces the limits of bytes: of texts and files (before a
/// command is made of them), of waiting calls and of unread replies. All other limits are the core's.
extension CallService {
    /// Sends the caller the changes of the objects that it sees. Doing so twice is harmless.
    func subscribe(_ view: View) throws(BusError) {
        guard !view.user.subscribers.contains(where: view.isSame) else { return }
        let (user, limits) = (view.user, view.limits)
        let own = user.subscribers.count { $0.caller.account == view.caller.account }
        guard Share.rest(of: limits.subscribers, used: user.subscribers.count, own: own) > 0,
            limits.registryBytes - bytes >= Cost.subscriber
        else {
            throw CallError(
                .limitsExceeded,
                """
                A user's calls have at most \(limits.subscribers) subscribers, and those of one app are not more than are \
                still free. This app has \(own). Close connections that subscribed.
                """
            ).onBus
        }
        add(view)
    }

    /// Adds a subscriber that a limit has accepted already. After a restart they come in another order, and then the
    /// share of an app might be another one.
    func add(_ view: View) {
        guard !view.user.subscribers.contains(where: view.isSame) else { return }
        view.user.subscribers.append(view)
        countBytes()
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
        countBytes()
    }
}

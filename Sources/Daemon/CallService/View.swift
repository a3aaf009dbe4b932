// SPDX-License-Identifier: MIT

internal import CallCore
internal import SDBus

/// One user's objects as one caller sees them. A subscriber is a view that is sent the changes. A class, because every
/// node has one.
final class View {
    /// The service owns its users. A user has views as subscribers, so a view must not own its user.
    unowned let user: User
    /// The caller's own paths; for the administrator, the paths of that user.
    let paths: ObjectPaths
    let caller: Caller

    init(user: User, paths: ObjectPaths, caller: Caller) {
        (self.user, self.paths, self.caller) = (user, paths, caller)
    }

    var limits: Limits { user.service.policy.limits }

    /// Whether the caller may see more of a provider's calls than their existence.
    func maySeeAll(of provider: ProviderID) -> Bool {
        caller.app == nil || user.domain.providers[provider].map(caller.maySeeAll) ?? false
    }

    /// Whether both are the same connection's view of the same objects.
    func isSame(as other: View) -> Bool { caller.client == other.caller.client && paths == other.paths }

    /// Sends the caller's command to the core.
    @discardableResult
    func command(_ command: Command) throws(BusError) -> Answer {
        try user.service.command(command, from: caller, of: user)
    }

    /// Asks the core for actions. Returns the id of the transaction that performs them.
    func request(_ request: Request) throws(BusError) -> String {
        guard case .transaction(let id) = try command(.request(request)) else { return "" }
        return id.description
    }
}

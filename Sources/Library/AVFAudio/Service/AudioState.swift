// SPDX-License-Identifier: MIT

internal import CallClient
internal import CallInterface

/// The state of the audio as the service reports it, and whether this app's calls own it.
struct AudioState: Hashable, Sendable {
    /// The app with the call that has the audio.
    enum Owner: Hashable, Sendable {
        case nobody
        case own
        /// Another app, with its identifier; empty if this app may not know it.
        case other(String)

        var isOther: Bool {
            switch self {
            case .nobody, .own: false
            case .other: true
            }
        }
    }

    private var record = AudioRecord()
    private(set) var owner = Owner.nobody

    var routes: [Route] { record.routes }
    var route: String { record.route }
    var requestedRoute: String { record.requestedRoute }
    var hasShell: Bool { record.hasShell }
    /// The route in use, if it is known.
    var current: Route? { routes.first { $0.name == route } }
    /// The routes that can be chosen now.
    var available: [Route] { routes.filter(\.isAvailable) }

    /// Takes over the record of the service. `own` are the present providers of this app. They matter only when the
    /// owner changes, because the audio of an invalidated provider still belongs to this app.
    mutating func take(_ new: AudioRecord, own: some Collection<String>) {
        let old = record
        record = new
        if (new.ownerGroup, new.ownerProvider) != (old.ownerGroup, old.ownerProvider) { findOwner(among: own) }
    }

    mutating func findOwner(among own: some Collection<String>) {
        let provider = record.ownerProvider
        owner = record.ownerGroup.isEmpty ? .nobody : own.contains(provider) ? .own : .other(provider)
    }

    /// The reason why the route or the possible routes changed; nil if they did not.
    func routeChange(since old: AudioState) -> AVAudioSession.RouteChangeReason? {
        guard route != old.route else { return choiceChange(since: old) }
        if route.isEmpty { return .unknown }
        if route == old.requestedRoute { return .override }
        if !old.route.isEmpty, !available.contains(where: { $0.name == old.route }) { return .oldDeviceUnavailable }
        return old.available.contains { $0.name == route } ? .override : .newDeviceAvailable
    }

    private func choiceChange(since old: AudioState) -> AVAudioSession.RouteChangeReason? {
        guard routes != old.routes else { return nil }
        let (before, after) = (Set(old.available.map(\.name)), Set(available.map(\.name)))
        if !after.isSubset(of: before) { return .newDeviceAvailable }
        return after == before ? .routeConfigurationChange : .oldDeviceUnavailable
    }
}

// SPDX-License-Identifier: MIT

internal import CallInterface
internal import SDBus

/// What the service says about audio.
struct AudioState: Hashable, Sendable {
    /// Whose call has the audio.
    enum Owner: Hashable, Sendable {
        case nobody
        case own
        /// By its identifier; empty where this app may not know it.
        case other(String)

        var isOther: Bool {
            switch self {
            case .nobody, .own: false
            case .other: true
            }
        }
    }

    private var ownerGroup = ""
    private var ownerProvider = ""
    private(set) var owner = Owner.nobody
    private(set) var routes: [CallRoute] = []
    private(set) var route = ""
    private(set) var requestedRoute = ""
    private(set) var hasShell = false

    /// The route in use, if that is known.
    var current: CallRoute? { routes.first { $0.name == route } }
    /// Where sound could go.
    var available: [CallRoute] { routes.filter(\.isAvailable) }

    /// Takes over what is in there. `own` are the providers of this app: a provider that goes before its audio does is
    /// nobody else's.
    mutating func apply(_ properties: [String: Variant], own: some Collection<String>) {
        ownerGroup = properties["OwnerGroup"]?.string ?? ownerGroup
        ownerProvider = properties["OwnerProvider"]?.string ?? ownerProvider
        if properties["OwnerGroup"] != nil || properties["OwnerProvider"] != nil {
            owner = ownerGroup.isEmpty ? .nobody : own.contains(ownerProvider) ? .own : .other(ownerProvider)
        }
        routes = properties[Key.routes]?.dictionaries?.compactMap { CallRoute($0) } ?? routes
        route = properties[Key.route]?.string ?? route
        requestedRoute = properties["RequestedRoute"]?.string ?? requestedRoute
        hasShell = properties["HasShell"]?.bool ?? hasShell
    }

    /// Why the route or the choice of routes is another one than before, nil if they are the same.
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

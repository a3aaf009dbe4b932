// SPDX-License-Identifier: MIT

import CPulse
package import CallInterface
import PulseAudio
import SDBus

/// A route of call audio: one of `Routes` in the service's audio interface.
package struct AudioRoute: Hashable {
    /// Stays the same for the same place, across profiles, calls and logins.
    package var name: String
    /// For people.
    package var localizedName: String
    package var kind: RouteKind
    /// Whether it can be chosen now.
    package var isAvailable: Bool
    /// Whether calls use it without a request: it is worn or held to the ear, and certainly connected.
    package var isPersonal: Bool

    /// As the service gets it.
    var route: Route {
        Route(name: name, localizedName: localizedName, kind: Received(kind), isAvailable: isAvailable)
    }
}

extension RouteKind {
    /// A higher rank is preferred, for the choice among several devices at the start.
    var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// Chooses the route of a call as phones do: the device that was put on last, or the one before it after it is gone;
/// and the user's own choice, while that device exists, until the end of the call.
package struct RoutePolicy: Hashable {
    /// The user's own choice, which only another choice overrides.
    package private(set) var chosen: String?
    /// The devices that were put on, and those that the desktop was set to, the last one at the end. All are available.
    package private(set) var recent: [String] = []
    private var available: Set<String> = []

    package init(chosen: String? = nil, recent: [String] = []) {
        (self.chosen, self.recent) = (chosen, recent)
        available = Set(recent)
    }

    /// Sets the present routes; `desktop` is the route of the desktop. Returns the new ones.
    @discardableResult
    package mutating func update(_ routes: [AudioRoute], desktop: String) -> Set<String> {
        let now = Set(routes.filter(\.isAvailable).map(\.name))
        let come = now.subtracting(available)
        available = now
        recent.removeAll { !now.contains($0) }
        if let chosen, !now.contains(chosen) { self.chosen = nil }
        // At startup the order in which the devices were put on is unknown.
        let personal = routes.filter { $0.isPersonal && $0.isAvailable && !recent.contains($0.name) }
        recent += personal.sorted {
            ($0.name == desktop ? 1 : 0, $0.kind.rank, $0.name) < ($1.name == desktop ? 1 : 0, $1.kind.rank, $1.name)
        }.map(\.name)
        return come
    }

    /// The user's choice, in a call or for the next one.
    package mutating func choose(_ route: String) {
        if available.contains(route) { chosen = route }
    }

    /// The desktop was set to this route outside of a call.
    package mutating func prefer(_ route: String) {
        guard available.contains(route) else { return }
        recent.removeAll { $0 == route }
        recent.append(route)
    }

    package mutating func endCall() { chosen = nil }

    /// The route for a call; "" if there is none. `desktop` is the route of the desktop without the call.
    package func route(_ routes: [AudioRoute], desktop: String) -> String {
        if let wanted = chosen ?? recent.last { return wanted }
        if available.contains(desktop) { return desktop }
        return routes.filter(\.isAvailable).max { ($0.kind.rank, $1.name) < ($1.kind.rank, $0.name) }?.name ?? ""
    }
}

// The kinds of devices, from the sound server's words.

extension RouteKind {
    /// Calls use it without a request, because it is worn or held to the ear.
    var isPersonal: Bool {
        switch self {
        case .earpiece, .headphones, .headset, .car, .bluetooth, .hearingAid: true
        case .speaker, .other: false
        }
    }

    /// Nil if the words do not tell, as for a built-in card.
    init?(formFactor: String, _ bus: String) {
        switch formFactor {
        case "car": self = .car
        case "hearing-aid": self = .hearingAid
        case _ where bus == "bluetooth": self = .bluetooth
        case "headset", "hands-free": self = .headset
        case "headphone": self = .headphones
        case "handset": self = .earpiece
        case "speaker", "portable", "hifi": self = .speaker
        case "tv", "webcam", "microphone": self = .other
        default: return nil
        }
    }

    fileprivate init(_ port: SoundServerState.Port) {
        self =
            switch pa_device_port_type(rawValue: port.type) {
            case PA_DEVICE_PORT_TYPE_HEADPHONES: .headphones
            case PA_DEVICE_PORT_TYPE_HEADSET, PA_DEVICE_PORT_TYPE_HANDSFREE: .headset
            case PA_DEVICE_PORT_TYPE_HANDSET, PA_DEVICE_PORT_TYPE_EARPIECE: .earpiece
            case PA_DEVICE_PORT_TYPE_CAR: .car
            case PA_DEVICE_PORT_TYPE_BLUETOOTH: .bluetooth
            case PA_DEVICE_PORT_TYPE_SPEAKER, PA_DEVICE_PORT_TYPE_LINE, PA_DEVICE_PORT_TYPE_PORTABLE,
                PA_DEVICE_PORT_TYPE_HIFI, PA_DEVICE_PORT_TYPE_ANALOG:
                .speaker
            case PA_DEVICE_PORT_TYPE_UNKNOWN: Self(portName: port.name.lowercased())
            // HDMI, SPDIF and similar: a screen, or an unknown device.
            default: .other
            }
    }

    /// Older servers have no types, only names.
    private init(portName name: String) {
        let words: [(String, Self)] = [
            ("headphone", .headphones), ("headset", .headset), ("earpiece", .earpiece), ("handset", .earpiece),
            ("hdmi", .other), ("iec958", .other), ("spdif", .other), ("speaker", .speaker), ("lineout", .speaker),
            ("analog", .speaker),
        ]
        self = words.first { name.contains($0.0) }?.1 ?? .other
    }
}

extension SoundServerState.Card {
    var bus: String { properties["device.bus"] ?? "" }
    var isBluetooth: Bool { bus == "bluetooth" || properties["device.api"]?.hasPrefix("bluez") == true }
    var description: String { properties["device.description"] ?? name }

    /// The card itself is worn or held to the ear, and so are all its ports.
    var isWorn: Bool { kindByForm?.isPersonal == true }

    /// The kind of a Bluetooth card.
    var kind: RouteKind {
        if profiles.contains(where: { $0.name.contains("asha") }) { return .hearingAid }
        return kindByForm ?? .bluetooth
    }

    private var kindByForm: RouteKind? {
        RouteKind(formFactor: properties["device.form_factor"] ?? "", isBluetooth ? "bluetooth" : bus)
    }

    func kind(of port: SoundServerState.Port) -> RouteKind {
        if let kind = kindByForm, kind.isPersonal { return kind }
        let kind = RouteKind(port)
        let hasHeadsetMicrophone = ports.contains { !$0.isOutput && $0.port.isWorn && $0.port.isAvailable == true }
        return kind == .headphones && hasHeadsetMicrophone ? .headset : kind
    }
}

extension SoundServerState.Port {
    /// The microphone of a worn device.
    var isWorn: Bool {
        type == PA_DEVICE_PORT_TYPE_HEADSET.rawValue || type == PA_DEVICE_PORT_TYPE_HANDSET.rawValue
            || name.lowercased().contains("headset") || name.lowercased().contains("handset")
    }
}

extension SoundServerState.Profile {
    /// The profile for a connected phone, which uses this computer as its headset.
    var isGateway: Bool { name.contains("gateway") }

    /// A profile of a Bluetooth card with both microphone and speaker.
    var isHeadset: Bool { sinks > 0 && sources > 0 && !isGateway }
}

extension SoundServerState.Device {
    var bus: String { properties["device.bus"] ?? "" }

    /// The same for the sink and the source of one device without a card.
    var identity: String? { properties["device.bus_path"] ?? properties["device.serial"] }

    /// The port of the microphone; nil if none is plugged in.
    func bestPort(isWorn: Bool) -> String? {
        ports.filter { $0.isAvailable != false && (!isWorn || $0.isWorn) }.max { $0.priority < $1.priority }?.name
    }
}

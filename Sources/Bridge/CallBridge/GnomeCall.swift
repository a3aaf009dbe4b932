// SPDX-License-Identifier: MIT

package import BridgeCore
package import CallContract
import CallInterface
package import SDBus

/// A call as GNOME Calls shows it.
package struct GnomeCall: Hashable, Sendable {
    /// What carries it. Each is a provider, whose identifier is the raw value.
    package enum Carrier: String, Sendable, CaseIterable {
        /// A modem, or a phone.
        case telephone = "org.gnome.Calls"
        /// An account in the internet.
        case sip = "org.gnome.Calls.SIP"
    }

    package let carrier: Carrier
    package let source: SourceCall

    /// Nil if it has no state that GNOME Calls documents.
    /// `process` is that of GNOME Calls, which has the sound of its SIP calls; 0 = unknown.
    package init?(_ properties: [String: Variant], process: UInt32) {
        guard let state = properties[gnome: .state]?.uint32.flatMap(GnomeCallsName.State.init) else { return nil }
        carrier = properties[gnome: .protocol]?.string == LinkName.tel ? .telephone : .sip
        var facts = CallUpdate()
        facts.remoteHandle = .some(carrier.handle(properties[gnome: .id]?.string ?? ""))
        facts.localizedCallerName = Limits().fitting(properties[gnome: .displayName]?.string ?? "")
        facts.encrypted = properties[gnome: .encrypted]?.bool ?? false
        facts.supportsDTMF = properties[gnome: .canDtmf]?.bool ?? false
        // Its interface has no method for them.
        (facts.supportsHolding, facts.supportsMuting) = (false, false)
        (facts.supportsGrouping, facts.supportsUngrouping) = (false, false)
        // The sound of a modem's call is not in streams of GNOME Calls.
        facts.streamProcess = carrier == .sip ? process : 0
        source = SourceCall(SourceState(state), outgoing: properties[gnome: .inbound]?.bool == false, facts)
    }
}

/// The schemes of links that GNOME Calls dials.
private enum LinkName {
    static let tel = "tel"
    static let sip = "sip"
    static let sips = "sips"
}

extension SourceState {
    fileprivate init(_ state: GnomeCallsName.State) {
        self =
            switch state {
            case .active: .active
            case .held: .held
            case .dialing: .dialing
            case .alerting: .alerting
            case .incoming, .waiting: .incoming
            // Nothing tells the side that hung up.
            case .disconnected: .ended(.unknown)
            }
    }
}

extension GnomeCall.Carrier {
    /// Nil for an anonymous caller, and for a text that is too long for the service.
    fileprivate func handle(_ id: String) -> Handle? {
        guard !id.isEmpty, id.utf8.count <= Limits().textLength else { return nil }
        switch self {
        case .telephone: return Handle(kind: .phoneNumber, value: id)
        case .sip:
            let scheme = [LinkName.sip, LinkName.sips].first { id.hasPrefix($0 + ":") }
            let address = id.dropFirst(scheme.map { $0.utf8.count + 1 } ?? 0)
            return address.isEmpty ? nil : Handle(kind: .generic, value: String(address))
        }
    }

    /// The link that GNOME Calls dials. Everything that could be more than an address is escaped.
    package func link(_ handle: Handle) -> String {
        let (scheme, plain) =
            switch self {
            case .telephone: (LinkName.tel, "+*.-()")
            case .sip: (LinkName.sip, "+*.-@:_~")
            }
        return scheme + ":" + handle.value.percentEncoded(keeping: plain)
    }
}

/// Whether the calls over a modem that GNOME Calls shows are this bridge's. They are those of the modem's provider
/// while there is one, and for some seconds after it has left: after a crash its program is back by then, and takes the
/// calls that go on.
final class TelephoneClaim {
    /// In microseconds.
    private static let returnTimeout: UInt64 = 5_000_000

    private(set) var isOurs = false
    private let loop: EventLoop
    private var changed: () -> Void = {}
    private var hadModem = false
    private var wait: Timer?

    init(_ loop: EventLoop) { self.loop = loop }

    /// Calls `body` when the calls become this bridge's because the wait is over.
    func observe(_ body: @escaping () -> Void) { changed = body }

    func update(hasModem: Bool) {
        if hasModem {
            (isOurs, hadModem, wait) = (false, true, nil)
        } else if hadModem {
            hadModem = false
            wait = loop.timer(after: Self.returnTimeout) { [unowned self] in
                (isOurs, wait) = (true, nil)
                changed()
            }
        } else if wait == nil {
            isOurs = true
        }
    }
}

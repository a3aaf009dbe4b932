// SPDX-License-Identifier: MIT

import CallClient
import CallInterface

/// A call as the interface of GNOME Calls shows it, filtered as that of every surface.
struct GnomeCallFacts: Hashable {
    let uuid: String
    let isInbound: Bool
    let state: GnomeCallsName.State
    /// The name that phosh shows; a text of an app.
    let displayName: String
    /// The number or address, if the name is another text.
    let id: String
    let isEncrypted: Bool
    /// Whether it plays tones.
    let playsTones: Bool
    /// The button that picks up, and the one that ends the call; nil if the call has none.
    let accepting: CallButton?
    let ending: CallButton?
    let silences: Bool

    /// Nil for a call that the user cannot act on.
    init?(_ call: CallRecord, in state: DesktopState) {
        guard let shown = ShownCall(call, in: state) else { return nil }
        uuid = call.uuid
        isInbound = !call.isOutgoing
        self.state = Self.state(of: call, in: state)
        // phosh shows an empty name as a number that it does not know, which is a title all the same.
        displayName = shown.banner.party.isEmpty ? shown.banner.summary : shown.banner.party
        id = shown.banner.address
        isEncrypted = call.flag(.encrypted)
        playsTones = state.rules.allowsMore && call.allows(.playDTMF)
        accepting = shown.buttons.first { $0.answers }
        ending = shown.buttons.first { $0 == .decline || $0 == .end }
        silences = shown.buttons.contains(.silence)
    }

    private static func state(of call: CallRecord, in state: DesktopState) -> GnomeCallsName.State {
        switch call.state.word {
        case .incoming where call.isUnanswered:
            state.index.talk(besides: call) != nil ? .waiting : .incoming
        case .dialing: .dialing
        case .connecting where call.isOutgoing: .alerting
        case .held: .held
        // An answered call that has not connected yet: the other states offer to answer it.
        case .incoming, .connecting, .active: .active
        case .ending, .ended, nil: .disconnected
        }
    }
}

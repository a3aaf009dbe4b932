// SPDX-License-Identifier: MIT

package import CallContract

/// A call as its source shows it.
package struct SourceCall: Hashable, Sendable {
    package var state: SourceState
    /// Whether this side placed it.
    package var outgoing: Bool
    /// What the source knows about it. `onHold` stays nil: ``state`` says it.
    package var facts: CallUpdate

    package init(_ state: SourceState, outgoing: Bool, _ facts: CallUpdate = CallUpdate()) {
        (self.state, self.outgoing, self.facts) = (state, outgoing, facts)
    }
}

/// The state of a call of a source.
package enum SourceState: Hashable, Sendable {
    /// It comes in and is not answered, also while another call goes on.
    case incoming
    /// This side calls, and the other side does not ring yet.
    case dialing
    /// The other side rings.
    case alerting
    /// Both sides can talk.
    case active
    /// This side holds the call.
    case held
    /// Over, for that reason as far as the source tells.
    case ended(EndedReason)

    /// Whether the call has connected and is not over; then whether it is held.
    var holding: Bool? {
        switch self {
        case .active: false
        case .held: true
        case .incoming, .dialing, .alerting, .ended: nil
        }
    }
}

/// Names a call of a source, also for the next bridge after this one was killed.
package struct SourceKey: Hashable, Sendable {
    /// The life of the program that names the call: another life may use the same names again. For a program on a bus,
    /// the id of that bus and the program's unique name.
    package let life: String
    /// The source's name for the call, such as an object path.
    package let object: String

    package init(life: String, object: String) { (self.life, self.object) = (life, object) }

    /// The id under which the service knows the call. A bridge that was killed gives the call the same id again, so
    /// that calls which were held for it still resume.
    package var callID: CallID {
        // Version 8 and the variant of RFC 9562: an id that its maker derives in its own way.
        let high = hash(from: 0xcbf2_9ce4_8422_2325) & ~0xF000 | 0x8000
        let low = hash(from: 0x6c62_272e_07bb_0142) & ~(0b11 << 62) | 0b10 << 62
        return CallID(high: high, low: low)
    }

    /// The stable hash, mixed by the last steps of SplitMix64. No program gains anything by a collision, because each
    /// names only its own calls.
    private func hash(from basis: UInt64) -> UInt64 {
        // Separates the parts: no text contains this byte.
        let end = CollectionOfOne<UInt8>(0xFF)
        var hash = object.utf8.stableHash(from: end.stableHash(from: life.utf8.stableHash(from: basis)))
        // Objects have similar names. Their ids differ in the first digits too, which people type.
        hash = (hash ^ hash >> 30) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ hash >> 27) &* 0x94d0_49bb_1331_11eb
        return hash ^ hash >> 31
    }
}

/// What a source is asked to do. `for` names the action of the service that is fulfilled by it.
///
/// The table waits for the *state* that the command asks for. The source tells ``BridgeEvent/done(_:)`` only for what
/// leaves no state, and ``BridgeEvent/failed(_:)`` if it refuses the command and the state has not come all the same.
package enum SourceCommand: Hashable, Sendable {
    /// Do not ring in the source itself. Nothing waits for it.
    case silence(SourceKey)
    /// Place a call. The new call of the source fulfils it.
    case dial(StartAction, for: ActionID)
    case answer(SourceKey, for: ActionID)
    case end(SourceKey, for: ActionID)
    case setHeld(SourceKey, Bool, for: ActionID)
    /// Leaves no state: `done` fulfils it.
    case setMuted(SourceKey, Bool, for: ActionID)
    /// Joins the group of another call of the source; nil = leaves the group. `done` fulfils it.
    case setGroup(SourceKey, with: SourceKey?, for: ActionID)
    /// Leaves no state: `done` fulfils it.
    case playTones(SourceKey, String, for: ActionID)

    /// The action that waits for it.
    package var action: ActionID? {
        switch self {
        case .silence: nil
        case .dial(_, let action), .answer(_, let action), .end(_, let action), .setHeld(_, _, let action),
            .setMuted(_, _, let action), .setGroup(_, _, let action), .playTones(_, _, let action):
            action
        }
    }
}

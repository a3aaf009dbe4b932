// SPDX-License-Identifier: MIT

package import CallContract

/// The calls of a source that one provider carries, between the source and the registry. Its door is ``handle(_:)``.
///
/// The source's state counts, never the reply of a method: a modem may refuse to hang up and have hung up. A change
/// that no action asked for was made in the source's own window. The table then requests the same action, and fulfils
/// it when it comes. If the registry refuses, the call goes on and counts as held; a refusal never ends a call.
package struct CallTable: Sendable {
    let provider: String
    /// Whether the source or its network holds and resumes calls by itself, and the registry accepts that.
    let holdsImplicitly: Bool
    /// Whether the source makes a call silent that counts as held. For other sources the agent mutes the microphone.
    let quietens: Bool
    /// Whether a connected call that the registry does not know makes room for itself. If not, it takes only free
    /// audio.
    let makesRoom: Bool
    var calls: [SourceKey: BridgedCall] = [:]
    /// The calls that the source was asked to place and does not list yet, in order.
    var dialing: [PendingDial] = []
    /// The calls of the source's own window that the registry was asked to start: such a start must not dial.
    var ownStarts: Set<CallID> = []
    var hasShell = false
    var effects: [BridgeEffect] = []

    /// A start-call action that waits for its call.
    struct PendingDial: Hashable, Sendable {
        let action: BridgeAction
        let start: StartAction
        /// The user ended the call before the source listed it.
        var isCancelled = false
    }

    package init(provider: String, holdsImplicitly: Bool, quietens: Bool = false, makesRoom: Bool = true) {
        (self.provider, self.holdsImplicitly) = (provider, holdsImplicitly)
        (self.quietens, self.makesRoom) = (quietens, makesRoom)
    }

    /// How many calls the source has.
    package var count: Int { calls.count }

    /// The source's name of a call that the registry knows.
    package func key(of call: CallID) -> SourceKey? { row(call)?.key }

    /// Whether both sides of a call can talk at the source, whatever the registry says.
    package func talks(_ call: CallID) -> Bool { row(call)?.source.state == .active }

    /// Handles an event, and returns what follows from it.
    package mutating func handle(_ event: BridgeEvent) -> [BridgeEffect] {
        switch event {
        case .appeared(let key, let call, let isOld): appeared(key, call, isOld: isOld)
        case .changed(let key, let call): changed(key, call)
        case .disappeared(let key):
            if var call = calls[key]?.source {
                call.state = .ended(.unknown)
                changed(key, call)
            }
        case .sourceLost: leave(as: .failed)
        // A call that rings on at the other provider is not missed.
        case .carriedElsewhere: leave(as: .answeredElsewhere)
        case .done(let action): done(action)
        case .failed(let action): failed(action)
        case .hasShell(let hasShell): shellChanged(hasShell)
        case .perform(let action): perform(action)
        case .timedOut(let action): timedOut(action)
        case .accepted(let call): accepted(call)
        case .refused(let call, let refusal): refused(call, refusal)
        case .requestFailed(let call, let word): requestFailed(call, word)
        case .startRequested(let start): effects.append(.request(.random(), .start(start)))
        }
        defer { effects = [] }
        return effects
    }

    func row(_ call: CallID) -> BridgedCall? { calls.values.first { $0.id == call } }

    private mutating func shellChanged(_ hasShell: Bool) {
        self.hasShell = hasShell
        guard hasShell else { return }
        for call in calls.values where call.source.state == .incoming { effects.append(.command(.silence(call.key))) }
    }
}

// SPDX-License-Identifier: MIT

package import CallContract

/// The calls of a source that one provider carries, between the source and the service. Its door is ``handle(_:)``.
///
/// The source's state counts, never the reply of a method: a modem may refuse to hang up and have hung up. A change
/// that no action asked for was made in the source's own window. The table then requests the same action, and fulfils
/// it when it comes. If the service refuses, the call goes on and counts as held; a refusal never ends a call.
package struct CallTable: Sendable {
    let provider: String
    /// Whether the source or its network holds and resumes calls by itself, and the service accepts that.
    let holdsImplicitly: Bool
    /// Whether the source makes a call silent that counts as held. For other sources the agent mutes the microphone.
    let quietens: Bool
    /// Whether a connected call that the service does not know makes room for itself. If not, it takes only free
    /// audio.
    let makesRoom: Bool
    var calls: [SourceKey: BridgedCall] = [:]
    /// The calls that the source was asked to place and does not list yet, in order.
    var dialing: [PendingDial] = []
    /// The calls of the source's own window that the service was asked to start: such a start must not dial.
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

    /// Whether both sides of a call can talk at the source, whatever the service says.
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

/// A call in the table.
struct BridgedCall: Hashable, Sendable {
    let key: SourceKey
    /// Its id in the service.
    var id: CallID
    /// As the source showed it last.
    var source: SourceCall
    var standing: Standing
    /// The actions that the service waits for.
    var pending: [BridgeAction] = []

    /// Where the call stands in the service.
    enum Standing: Hashable, Sendable {
        /// Reported as incoming, and the answer is not there. Exits: listed, unlisted.
        case offered
        /// Dialled in the source's own window: the service was asked to start it. Exits: listed, unlisted.
        case requested
        /// The service lists it. Exits: unlisted.
        case listed(Listing)
        /// The service does not list it: it refused the call, or gave it up. Exits: listed, when it connects.
        /// `resumes`: the service is then asked for the audio; false if it has refused that to the user.
        case unlisted(resumes: Bool)
    }

    /// What was reported to the service of a listed call.
    struct Listing: Hashable, Sendable {
        var progress: Progress
        /// What the source's state said about holding when the table followed it last.
        var followed = false
        /// Whether the call counts as held. A call that could not have the audio is held here, and active at the
        /// source.
        var isHeld = false
        /// Whether the service was asked to answer it.
        var asksForAnswer = false
        /// Whether the service was asked for the audio when it got to know the call.
        var asksForAudio = false
    }

    enum Progress: Hashable, Sendable {
        /// Not answered.
        case incoming
        case dialing
        case connecting
        case connected
    }

    var listing: Listing? {
        get {
            guard case .listed(let listing) = standing else { return nil }
            return listing
        }
        set { if let newValue { standing = .listed(newValue) } }
    }

    /// Takes the first pending action that is like this.
    mutating func take(_ matches: (ActionKind) -> Bool) -> BridgeAction? {
        pending.firstIndex { matches($0.kind) }.map { pending.remove(at: $0) }
    }

    /// Takes a pending action.
    mutating func take(_ action: ActionID) -> BridgeAction? {
        pending.firstIndex { $0.id == action }.map { pending.remove(at: $0) }
    }
}

/// What the table of a provider receives.
package enum BridgeEvent: Hashable, Sendable {
    // MARK: From the source

    /// The source lists the call now. `isOld`: it went on before the bridge looked.
    case appeared(SourceKey, SourceCall, isOld: Bool)
    /// The call is so now. A call that is not in the table is ignored.
    case changed(SourceKey, SourceCall)
    /// The source does not list the call any more, and did not say how it ended.
    case disappeared(SourceKey)
    /// The source has gone, and with it its calls.
    case sourceLost
    /// Another provider of the service carries the calls of the source, which go on.
    case carriedElsewhere
    /// The source has done what a command asked for. Counts for commands that leave no state.
    case done(ActionID)
    /// The source cannot do what a command asked for.
    case failed(ActionID)

    // MARK: From the service

    /// Whether a shell is there that rings.
    case hasShell(Bool)
    case perform(BridgeAction)
    /// The service does not wait for the action any more.
    case timedOut(ActionID)
    /// The service knows the reported incoming call now.
    case accepted(CallID)
    /// The service refuses the report of an incoming or existing call.
    case refused(CallID, Refusal)
    /// The service refuses a request of the table, or could not perform it.
    case requestFailed(CallID, ActionWord)
    /// A shell asks for a call through this provider.
    case startRequested(StartAction)

    /// Why a report is refused.
    package enum Refusal: Hashable, Sendable {
        /// The service knows the id, or knew it a short time ago.
        case idIsUsed
        case other
    }
}

/// What the table of a provider wants done, in order.
package enum BridgeEffect: Hashable, Sendable {
    /// To the source.
    case command(SourceCommand)
    /// Only for a table that `quietens`: the call counts as held, and the source has not held it. The source makes it
    /// silent in both directions, and shows it as held from then on. Nothing waits for it.
    case quieten(SourceKey)

    // MARK: To the service

    /// The answer is the event `accepted` or `refused`.
    case reportIncoming(CallID, CallUpdate)
    /// A refusal is the event `refused`.
    case reportExisting(CallID, ExistingCall)
    case reportUpdated(CallID, CallUpdate)
    case reportConnecting(CallID)
    case reportConnected(CallID)
    case reportEnded(CallID, EndedReason)
    case fulfil(BridgeAction)
    case fail(BridgeAction)
    /// The same as any client requests. `perform` follows, or `requestFailed`.
    case request(CallID, ActionKind)
}

/// An action that the service delivers.
package struct BridgeAction: Hashable, Sendable {
    package let id: ActionID
    package let call: CallID
    package let kind: ActionKind

    package init(id: ActionID, call: CallID, kind: ActionKind) {
        (self.id, self.call, self.kind) = (id, call, kind)
    }
}

// SPDX-License-Identifier: MIT

package import CallContract
package import SDBus

// The signals that ask a provider to perform an action: provider, action, call, the arguments of the kind, details.

extension ActionWord {
    package var signal: SignalName {
        switch self {
        case .startCall: .performStartCallAction
        case .answerCall: .performAnswerCallAction
        case .endCall: .performEndCallAction
        case .setHeld: .performSetHeldCallAction
        case .setMuted: .performSetMutedCallAction
        case .setGroup: .performSetGroupCallAction
        case .playDTMF: .performPlayDTMFCallAction
        }
    }
}

/// A signal that asks a provider to perform an action.
package struct PerformSignal {
    package let action: ActionID
    package let call: CallID
    package let kind: ActionKind
    package let details: Details

    /// What the signal says of the action's transaction.
    package struct Details {
        package private(set) var transaction: TransactionID?
        package private(set) var deadline: Time = 0
        /// The requester.
        package private(set) var origin = Received<Origin>(text: "")
        /// Whether the service was restarted, and does not know if the provider got the action or has completed it.
        package private(set) var isAgain = false
        /// With the first action: all actions. Nil if there is no other action.
        package private(set) var actions: [Request.Item]? = []
    }

    /// Nil for another signal, and for one that cannot be read. A type of handle or of tones that this program does not
    /// know is taken for the plainest one.
    package init?(_ name: SignalName, _ signal: Message) {
        guard let word = ActionWord.allCases.first(where: { $0.signal == name }),
            let read = try? signal.read(with: { (reader) throws(BusError) in try Self(word, &reader) })
        else { return nil }
        self = read
    }

    private init(_ word: ActionWord, _ reader: inout MessageReader) throws(BusError) {
        let provider: String = try reader.read()
        action = try ID.parse(try reader.read(), Key.identifier.rawValue)
        call = try ID.parse(try reader.read(), Key.call.rawValue)
        switch word {
        case .startCall:
            let handle = try reader.read(WireHandle.self).handle
            let others: [String: Variant]
            (details, others) = try Details.read(from: &reader)
            kind = .start(try StartAction(provider, handle, Options(others)))
            return
        case .answerCall: kind = .answer
        case .endCall: kind = .end
        case .setHeld: kind = .setHeld(try reader.read())
        case .setMuted: kind = .setMuted(try reader.read())
        case .setGroup: kind = .setGroup(with: CallID(try reader.read()))
        case .playDTMF:
            kind = .playDTMF(digits: try reader.read(), DTMFType(rawValue: try reader.read()) ?? .singleTone)
        }
        details = try Details.read(from: &reader).0
    }
}

extension PerformSignal.Details {
    /// Also returns the entries of other keys. A value is read as what it is, because a dictionary of variants takes
    /// four times as long.
    fileprivate static func read(from reader: inout MessageReader) throws(BusError) -> (Self, [String: Variant]) {
        var (details, others) = (Self(), [String: Variant]())
        try reader.dictionary(key: String.signature, value: Variant.signature) { (reader) throws(BusError) in
            let key: String = try reader.read()
            switch Key(rawValue: key) {
            case .transaction: details.transaction = TransactionID(try reader.content() ?? "")
            case .deadline: details.deadline = try reader.content() ?? 0
            case .origin: details.origin = Received(text: try reader.content() ?? "")
            case .again: details.isAgain = try reader.content() ?? false
            case .count: if try reader.content() == UInt32(1) { details.actions = nil }
            case .actions where details.actions == nil: try reader.skip()
            case .actions:
                let actions: [[String: Variant]] = try reader.content() ?? []
                details.actions = actions.compactMap { try? Request.Item(Options($0)) }
            case .index, .activationToken: try reader.skip()
            default: others[key] = try reader.read()
            }
        }
        return (details, others)
    }
}

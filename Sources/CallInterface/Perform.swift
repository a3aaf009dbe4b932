// SPDX-License-Identifier: MIT

package import CallModel
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

extension Request.Item {
    /// The action of a Perform signal; nil for another signal, and for one that cannot be read. A type of handle or of tones
    /// that this program does not know is taken for the plainest one.
    package init?(performing signal: SignalName, _ values: [Variant]) {
        guard let word = ActionWord.allCases.first(where: { $0.signal == signal }), values.count > 3,
            let action = values[1].string.flatMap({ ActionID($0) }),
            let call = values[2].string.flatMap({ CallID($0) }),
            let kind = ActionKind(word, values[0], Array(values[3...]))
        else { return nil }
        self.init(call: call, kind: kind, identifier: action)
    }
}

extension ActionKind {
    /// `arguments` follow the call, and end with the details.
    fileprivate init?(_ word: ActionWord, _ provider: Variant, _ arguments: [Variant]) {
        switch word {
        case .startCall:
            let details = Options(arguments[arguments.count - 1].dictionary ?? [:])
            guard let handle = WireHandle(arguments[0])?.handle,
                let start = try? StartAction(provider.string ?? "", handle, details)
            else { return nil }
            self = .start(start)
        case .answerCall: self = .answer
        case .endCall: self = .end
        case .setHeld: self = .setHeld(arguments[0].bool ?? false)
        case .setMuted: self = .setMuted(arguments[0].bool ?? false)
        case .setGroup: self = .setGroup(with: arguments[0].string.flatMap { CallID($0) })
        case .playDTMF:
            let type = arguments.count > 2 ? arguments[1].string.flatMap { DTMFType(rawValue: $0) } : nil
            self = .playDTMF(digits: arguments[0].string ?? "", type ?? .singleTone)
        }
    }
}

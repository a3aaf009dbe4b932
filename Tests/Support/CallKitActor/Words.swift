// SPDX-License-Identifier: MIT

import CallKit

/// The names of calls, actions and errors in the printed lines.
enum Words {
    static func uuid(_ name: some StringProtocol) -> UUID {
        if let whole = UUID(uuidString: String(name)) { return whole }
        let text = [8, 4, 4, 4, 12].map { String(repeating: name.lowercased(), count: $0) }.joined(separator: "-")
        return UUID(uuidString: text) ?? UUID()
    }

    static func name(_ uuid: UUID) -> String {
        let letter = String(uuid.uuidString.prefix(1))
        return self.uuid(letter) == uuid ? letter : uuid.uuidString
    }

    static func action(_ action: CXAction) -> String {
        switch action {
        case let action as CXStartCallAction:
            "start \(name(action.callUUID)) \(action.handle.value)\(action.isVideo ? " video" : "")"
        case let action as CXAnswerCallAction: "answer \(name(action.callUUID))"
        case let action as CXEndCallAction: "end \(name(action.callUUID))"
        case let action as CXSetHeldCallAction: "\(action.isOnHold ? "hold" : "resume") \(name(action.callUUID))"
        case let action as CXSetMutedCallAction: "\(action.isMuted ? "mute" : "unmute") \(name(action.callUUID))"
        case let action as CXSetGroupCallAction:
            action.callUUIDToGroupWith.map { "group \(name(action.callUUID)) \(name($0))" }
                ?? "ungroup \(name(action.callUUID))"
        case let action as CXPlayDTMFCallAction: "play \(name(action.callUUID)) \(action.digits) \(action.type)"
        default: "\(type(of: action))"
        }
    }

    /// `end A, answer B`
    static func transaction(_ transaction: CXTransaction) -> String {
        transaction.actions.map(action).joined(separator: ", ")
    }

    /// The action of `end A`, `group A B`, `play A 1`, `start A +49`.
    static func action(_ words: [Substring]) -> CXAction {
        guard words.count > 1 else { return CXAction() }
        let call = uuid(words[1])
        let more = words.count > 2 ? String(words[2]) : ""
        switch words[0] {
        case "start":
            let action = CXStartCallAction(call: call, handle: CXHandle(type: .phoneNumber, value: more))
            action.isVideo = words.last == "video"
            return action
        case "answer": return CXAnswerCallAction(call: call)
        case "end": return CXEndCallAction(call: call)
        case "hold", "resume": return CXSetHeldCallAction(call: call, onHold: words[0] == "hold")
        case "mute", "unmute": return CXSetMutedCallAction(call: call, muted: words[0] == "mute")
        case "group": return CXSetGroupCallAction(call: call, callUUIDToGroupWith: uuid(more))
        case "ungroup": return CXSetGroupCallAction(call: call, callUUIDToGroupWith: nil)
        case "play": return CXPlayDTMFCallAction(call: call, digits: more, type: .singleTone)
        case "pause": return CXPlayDTMFCallAction(call: call, digits: more, type: .softPause)
        default: return CXAction()
        }
    }

    static func call(_ call: CXCall) -> String {
        let facts = [
            (call.isOutgoing, "outgoing"), (call.isOnHold, "held"), (call.hasConnected, "connected"),
            (call.hasEnded, "ended"),
        ]
        return ([name(call.uuid)] + facts.filter(\.0).map(\.1)).joined(separator: " ")
    }

    /// The error's code and the calls that its text names.
    static func error(_ error: any Error) -> String {
        let code =
            (error as? CXErrorCodeRequestTransactionError).map { "\($0.code)" }
            ?? (error as? CXErrorCodeIncomingCallError).map { "\($0.code)" }
            ?? (error as? CXErrorCodeCallDirectoryManagerError).map { "\($0.code)" } ?? "\(error)"
        return ([code] + calls(in: error)).joined(separator: " ")
    }

    /// The calls that the error's text names.
    static func calls(in error: any Error) -> [String] {
        error.localizedDescription.split { !($0.isHexDigit || $0 == "-") }
            .compactMap { UUID(uuidString: String($0)) }.map(name)
    }

    static func reason(_ word: String) -> CXCallEndedReason {
        switch word {
        case "remote-ended": .remoteEnded
        case "unanswered": .unanswered
        case "answered-elsewhere": .answeredElsewhere
        case "declined-elsewhere": .declinedElsewhere
        default: .failed
        }
    }
}

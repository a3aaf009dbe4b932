// SPDX-License-Identifier: MIT

package import CallInterface
internal import CallLibrary
internal import Foundation
internal import SDBus

// Actions of the contract as objects of the app, and back.

extension ActionRecord {
    /// The action that the delegate gets.
    func action(until deadline: Date) -> CXAction {
        switch kind {
        case .start(let handle, let update):
            let action = CXStartCallAction(uuid: uuid, call: call, handle: CXHandle(handle), timeoutDate: deadline)
            action.isVideo = update[Key.hasVideo]?.bool ?? false
            action.contactIdentifier = update[Key.contactIdentifier]?.string.flatMap { $0.isEmpty ? nil : $0 }
            action.isEmergency = update[Key.emergency]?.bool ?? false
            return action
        case .answer: return CXAnswerCallAction(uuid: uuid, call: call, timeoutDate: deadline)
        case .end: return CXEndCallAction(uuid: uuid, call: call, timeoutDate: deadline)
        case .setHeld(let onHold):
            return CXSetHeldCallAction(uuid: uuid, call: call, onHold: onHold, timeoutDate: deadline)
        case .setMuted(let muted):
            return CXSetMutedCallAction(uuid: uuid, call: call, muted: muted, timeoutDate: deadline)
        case .setGroup(let other):
            return CXSetGroupCallAction(uuid: uuid, call: call, callUUIDToGroupWith: other, timeoutDate: deadline)
        case .playDTMF(let digits, let type):
            return CXPlayDTMFCallAction(
                uuid: uuid, call: call, digits: digits, type: CXPlayDTMFCallAction.ActionType(word: type),
                timeoutDate: deadline)
        }
    }
}

extension CXAction {
    /// The action as `RequestTransaction` takes it; nil if the service does not know its class.
    func wire(provider: String) -> [String: Variant]? {
        guard let action = self as? CXCallAction else { return nil }
        var wire: [String: Variant] = [
            Key.call: .string(action.callUUID.wire), Key.identifier: .string(uuid.wire),
        ]
        switch action {
        case let action as CXStartCallAction:
            wire[Key.action] = .string("start-call")
            wire[Key.provider] = .string(provider)
            wire[Key.handle] = action.handle.wire.variant
            wire[Key.video] = .bool(action.isVideo)
            if let contact = action.contactIdentifier { wire[Key.contactIdentifier] = .string(contact) }
            if action.isEmergency { wire[Key.emergency] = .bool(true) }
        case is CXAnswerCallAction: wire[Key.action] = .string("answer-call")
        case is CXEndCallAction: wire[Key.action] = .string("end-call")
        case let action as CXSetHeldCallAction:
            wire[Key.action] = .string("set-held")
            wire[Key.onHold] = .bool(action.isOnHold)
        case let action as CXSetMutedCallAction:
            wire[Key.action] = .string("set-muted")
            wire[Key.muted] = .bool(action.isMuted)
        case let action as CXSetGroupCallAction:
            wire[Key.action] = .string("set-group")
            wire[Key.groupWith] = .string(action.callUUIDToGroupWith?.wire ?? "")
        case let action as CXPlayDTMFCallAction:
            wire[Key.action] = .string("play-dtmf")
            wire[Key.digits] = .string(action.digits)
            wire[Key.dtmfType] = .string(action.type.word)
        default: return nil
        }
        return wire
    }
}

extension CXPlayDTMFCallAction.ActionType {
    var word: String {
        switch self {
        case .singleTone: "single-tone"
        case .softPause: "soft-pause"
        case .hardPause: "hard-pause"
        }
    }

    init(word: String) {
        switch word {
        case "soft-pause": self = .softPause
        case "hard-pause": self = .hardPause
        default: self = .singleTone
        }
    }
}

extension CXHandle {
    package convenience init(_ wire: WireHandle) {
        let type: HandleType =
            switch wire.type {
            case "phone-number": .phoneNumber
            case "email-address": .emailAddress
            default: .generic
            }
        self.init(type: type, value: wire.value)
    }

    /// The handle as the service takes it.
    package var wire: WireHandle { WireHandle(type: type.word, value: value) }
}

extension CXHandle.HandleType {
    var word: String {
        switch self {
        case .generic: "generic"
        case .phoneNumber: "phone-number"
        case .emailAddress: "email-address"
        }
    }
}

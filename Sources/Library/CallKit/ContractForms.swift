// SPDX-License-Identifier: MIT

internal import CallClient
package import CallInterface
internal import CallLibrary
internal import Foundation
internal import SDBus

// Actions of the contract as objects of the app, and back.

extension ActionRecord {
    /// The action that the delegate gets.
    var action: CXAction {
        let call = UUID(call)
        switch kind {
        case .start(let start):
            let action = CXStartCallAction(call: call, handle: CXHandle(start.handle))
            action.isVideo = start.video
            action.contactIdentifier = start.contactIdentifier.isEmpty ? nil : start.contactIdentifier
            action.isEmergency = start.emergency
            return action
        case .answer: return CXAnswerCallAction(call: call)
        case .end: return CXEndCallAction(call: call)
        case .setHeld(let onHold): return CXSetHeldCallAction(call: call, onHold: onHold)
        case .setMuted(let muted): return CXSetMutedCallAction(call: call, muted: muted)
        case .setGroup(let other):
            return CXSetGroupCallAction(call: call, callUUIDToGroupWith: other.map { UUID($0) })
        case .playDTMF(let digits, let type):
            return CXPlayDTMFCallAction(call: call, digits: digits, type: CXPlayDTMFCallAction.ActionType(type))
        }
    }
}

extension CXAction {
    /// The action as `RequestTransaction` takes it; nil if the service does not know its class.
    func item(provider: String) -> Request.Item? {
        guard let action = self as? CXCallAction, let kind = action.kind(provider: provider) else { return nil }
        return Request.Item(call: ID(action.callUUID), kind: kind, identifier: ID(uuid))
    }
}

extension CXCallAction {
    fileprivate func kind(provider: String) -> ActionKind? {
        switch self {
        case let action as CXStartCallAction:
            var start = StartAction(provider: provider, handle: action.handle.model)
            start.video = action.isVideo
            start.contactIdentifier = action.contactIdentifier ?? ""
            start.emergency = action.isEmergency
            return .start(start.fitting)
        case is CXAnswerCallAction: return .answer
        case is CXEndCallAction: return .end
        case let action as CXSetHeldCallAction: return .setHeld(action.isOnHold)
        case let action as CXSetMutedCallAction: return .setMuted(action.isMuted)
        case let action as CXSetGroupCallAction: return .setGroup(with: action.callUUIDToGroupWith.map { ID($0) })
        case let action as CXPlayDTMFCallAction: return .playDTMF(digits: action.digits, action.type.model)
        default: return nil
        }
    }
}

extension CXPlayDTMFCallAction.ActionType {
    fileprivate var model: DTMFType {
        switch self {
        case .singleTone: .singleTone
        case .softPause: .softPause
        case .hardPause: .hardPause
        }
    }

    fileprivate init(_ type: DTMFType) {
        switch type {
        case .singleTone: self = .singleTone
        case .softPause: self = .softPause
        case .hardPause: self = .hardPause
        }
    }
}

extension CXHandle {
    package convenience init(_ handle: Handle) {
        let type: HandleType =
            switch handle.kind {
            case .generic: .generic
            case .phoneNumber: .phoneNumber
            case .emailAddress: .emailAddress
            }
        self.init(type: type, value: handle.value)
    }

    /// The handle as the service takes it.
    package var model: Handle { Handle(kind: type.model, value: value) }
}

extension CXHandle.HandleType {
    var model: Handle.Kind {
        switch self {
        case .generic: .generic
        case .phoneNumber: .phoneNumber
        case .emailAddress: .emailAddress
        }
    }
}

// Updates and configurations in the form of the contract.

extension CXCallUpdate {
    /// The properties that were set.
    var model: CallUpdate {
        var update = patch
        update.remoteHandle = handle.map { handle in
            // Apps pass an empty handle for an anonymous caller.
            handle.flatMap { $0.value.isEmpty ? nil : $0.model }
        }
        update.localizedCallerName = name.map { $0 ?? "" }
        return update.fitting
    }
}

extension CXProviderConfiguration {
    var duplicate: CXProviderConfiguration { (copy() as? CXProviderConfiguration) ?? self }

    var wire: [String: Variant] {
        var model = ProviderConfiguration()
        model.localizedName = localizedName ?? ""
        (model.maximumCallGroups, model.maximumCallsPerCallGroup) = (maximumCallGroups, maximumCallsPerCallGroup)
        model.supportedHandleTypes = supportedHandleTypes.map(\.model).sorted { $0.rawValue < $1.rawValue }
        (model.supportsVideo, model.includesCallsInRecents) = (supportsVideo, includesCallsInRecents)
        model.desktopEntry = desktopEntry ?? ""
        return model.wire(icon: iconTemplateImageData, ringtone: ringtoneSound)
    }
}

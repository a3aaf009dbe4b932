// SPDX-License-Identifier: MIT

internal import CallClient
internal import CallContract
internal import CallInterface
internal import CallLibrary
internal import Foundation

// Actions of the contract as objects of the app, and back.

extension ActionRecord {
    /// The action that the delegate gets.
    var conversationAction: ConversationAction {
        let call = UUID(call)
        switch kind {
        case .start(let start):
            return StartConversationAction(conversationUUID: call, handles: start.handles, isVideo: start.video)
        case .answer: return JoinConversationAction(conversationUUID: call)
        case .end: return EndConversationAction(conversationUUID: call)
        case .setHeld(let held): return PauseConversationAction(conversationUUID: call, isPaused: held)
        case .setMuted(let muted): return MuteConversationAction(conversationUUID: call, isMuted: muted)
        case .setGroup(let other?):
            return MergeConversationAction(conversationUUID: call, conversationUUIDToMergeWith: UUID(other))
        case .setGroup(nil): return UnmergeConversationAction(conversationUUID: call)
        case .playDTMF(let digits, let type):
            return PlayToneAction(conversationUUID: call, digits: digits, tone: PlayToneAction.Tone(type))
        }
    }
}

extension StartAction {
    /// The members to call.
    var handles: [Handle] { members.isEmpty ? [Handle(handle)] : members.map { Handle($0) } }

    /// Nil without an address.
    fileprivate init?(provider: String, _ handles: [Handle], isVideo: Bool) {
        let members = handles.compactMap(\.member)
        guard let first = members.first else { return nil }
        self.init(provider: provider, handle: first.handle)
        if members.count > 1 || !first.displayName.isEmpty { self.members = members }
        video = isVideo
    }
}

extension ConversationAction {
    /// The action as `RequestTransaction` takes it. Throws if the service performs none of its class.
    func item(provider: String) throws(ConversationError) -> Request.Item {
        Request.Item(call: ID(conversationUUID), kind: try kind(provider), identifier: ID(uuid))
    }

    private func kind(_ provider: String) throws(ConversationError) -> ActionKind {
        switch self {
        case let action as StartConversationAction:
            guard let start = StartAction(provider: provider, action.handles, isVideo: action.isVideo) else {
                throw ConversationError(.invalidAction, message: "There is no address to call; add a handle.")
            }
            return .start(start.fitting)
        case is JoinConversationAction: return .answer
        case is EndConversationAction: return .end
        case let action as PauseConversationAction: return .setHeld(action.isPaused)
        case let action as MuteConversationAction: return .setMuted(action.isMuted)
        case let action as MergeConversationAction: return .setGroup(with: ID(action.conversationUUIDToMergeWith))
        case is UnmergeConversationAction: return .setGroup(with: nil)
        case let action as PlayToneAction: return .playDTMF(digits: action.digits, action.tone.model)
        default:
            throw ConversationError(
                .invalidAction, message: "Linux performs no action of this class; leave it out.")
        }
    }
}

extension PlayToneAction.Tone {
    fileprivate var model: DTMFType {
        switch self {
        case .single: .singleTone
        case .softPause: .softPause
        case .hardPause: .hardPause
        }
    }

    fileprivate init(_ type: DTMFType) {
        switch type {
        case .singleTone: self = .single
        case .softPause: self = .softPause
        case .hardPause: self = .hardPause
        }
    }
}

// Handles as members of a call of the contract, and back.

extension Handle {
    init(_ handle: CallContract.Handle, displayName: String = "") {
        let type: Kind =
            switch handle.kind {
            case .generic: .generic
            case .phoneNumber: .phoneNumber
            case .emailAddress: .emailAddress
            }
        self.init(type: type, value: handle.value, displayName: displayName.isEmpty ? nil : displayName)
    }

    init(_ member: CallMember) { self.init(member.handle, displayName: member.displayName) }

    /// Whether the app gave a name besides the address.
    var hasName: Bool { displayName != value && !displayName.isEmpty }

    /// The handle as the service takes it; nil for an anonymous member.
    var model: CallContract.Handle? { value.isEmpty ? nil : CallContract.Handle(kind: type.model, value: value) }

    var member: CallMember? {
        model.map { CallMember(handle: $0, displayName: hasName ? Limits().fitting(displayName) : "") }
    }
}

extension Handle.Kind {
    var model: CallContract.Handle.Kind {
        switch self {
        case .generic: .generic
        case .phoneNumber: .phoneNumber
        case .emailAddress: .emailAddress
        }
    }
}

extension Sequence<Handle> {
    /// In the same order for the same set.
    var inOrder: [Handle] { sorted { ($0.value, $0.displayName) < ($1.value, $1.displayName) } }

    /// The names to show in one line; empty if the app gave none.
    var names: String {
        contains(where: \.hasName) ? Limits().fitting(map(\.displayName).joined(separator: ", ")) : ""
    }
}

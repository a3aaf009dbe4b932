// SPDX-License-Identifier: MIT

import LiveCommunicationKit

/// The words for LiveCommunicationKit in the commands and the printed lines.
enum ConversationWords {
    static func action(_ action: ConversationAction) -> String {
        let call = Words.name(action.conversationUUID)
        return switch action {
        case let action as StartConversationAction:
            "start \(call) \(action.handles.map(\.value).joined(separator: " "))\(action.isVideo ? " video" : "")"
        case is JoinConversationAction: "join \(call)"
        case is EndConversationAction: "end \(call)"
        case let action as PauseConversationAction: "\(action.isPaused ? "pause" : "continue") \(call)"
        case let action as MuteConversationAction: "\(action.isMuted ? "mute" : "unmute") \(call)"
        case let action as MergeConversationAction: "merge \(call) \(Words.name(action.conversationUUIDToMergeWith))"
        case is UnmergeConversationAction: "unmerge \(call)"
        case let action as PlayToneAction: "tone \(call) \(action.digits) \(action.tone)"
        default: "\(type(of: action))"
        }
    }

    static func state(_ action: ConversationAction) -> String {
        switch action.state {
        case .idle: "idle"
        case .running: "running"
        case .complete: "complete"
        case .failed(let reason): "\(reason)"
        }
    }

    /// The action of `join A`, `merge A B`, `tone A 1`, `start A +49 +50 video`.
    static func action(_ words: [Substring]) -> ConversationAction {
        let call = words.count > 1 ? Words.uuid(words[1]) : UUID()
        let more = words.dropFirst(2)
        switch words.first {
        case "start":
            let handles = more.filter { $0 != "video" }.map { Handle(type: .phoneNumber, value: String($0)) }
            return StartConversationAction(
                conversationUUID: call, handles: handles, isVideo: words.last == "video")
        case "start-named":
            let handle = Handle(type: .phoneNumber, value: String(words[2]), displayName: String(words[3]))
            return StartConversationAction(conversationUUID: call, handles: [handle], isVideo: false)
        case "join": return JoinConversationAction(conversationUUID: call)
        case "end": return EndConversationAction(conversationUUID: call)
        case "pause", "continue":
            return PauseConversationAction(conversationUUID: call, isPaused: words[0] == "pause")
        case "mute", "unmute": return MuteConversationAction(conversationUUID: call, isMuted: words[0] == "mute")
        case "merge":
            return MergeConversationAction(
                conversationUUID: call, conversationUUIDToMergeWith: Words.uuid(words[2]))
        case "unmerge": return UnmergeConversationAction(conversationUUID: call)
        case "tone": return PlayToneAction(conversationUUID: call, digits: String(words[2]), tone: .single)
        case "soft-pause": return PlayToneAction(conversationUUID: call, digits: String(words[2]), tone: .softPause)
        case "translate":
            return SetTranslatingAction(
                conversationID: call, isTranslating: true, localLanguage: Locale.Language(identifier: "de"),
                remoteLanguage: Locale.Language(identifier: "en"))
        default: return ConversationAction(conversationUUID: call)
        }
    }

    /// `+49,+50`; empty for no member. The name is that of the first one.
    static func handles(_ text: String, _ name: String?) -> Set<Handle> {
        let values = text.split(separator: ",").map(String.init)
        return Set(
            values.map { Handle(type: .phoneNumber, value: $0, displayName: $0 == values.first ? name : nil) })
    }

    static func capabilities(_ text: String) -> Conversation.Capabilities {
        let words: [Substring: Conversation.Capabilities] = [
            "pausing": .pausing, "merging": .merging, "unmerging": .unmerging, "video": .video, "tones": .playingTones,
        ]
        return text.split(separator: ",").reduce(into: []) { $0.formUnion(words[$1] ?? []) }
    }

    static func reason(_ word: Substring) -> Conversation.EndedReason {
        switch word {
        case "remoteEnded": .remoteEnded
        case "unanswered": .unanswered
        case "joinedElsewhere": .joinedElsewhere
        case "declinedElsewhere": .declinedElsewhere
        default: .failed
        }
    }

    /// The error's code and the calls that its text names.
    static func error(_ error: any Error) -> String {
        let code = (error as? ConversationError).map { "\($0.code)" } ?? "\(error)"
        return ([code] + Words.calls(in: error)).joined(separator: " ")
    }
}

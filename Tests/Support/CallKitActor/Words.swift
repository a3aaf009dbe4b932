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

extension Actor {
    func update(_ words: [Substring]) -> CXCallUpdate {
        let update = CXCallUpdate()
        for (key, value) in options(words) {
            switch key {
            case "handle":
                let number = value == "-" ? "" : value
                update.remoteHandle = value.isEmpty ? nil : CXHandle(type: .phoneNumber, value: number)
            case "name": update.localizedCallerName = value.isEmpty ? nil : value
            case "video": update.hasVideo = value == "yes"
            case "holding": update.supportsHolding = value == "yes"
            case "grouping": update.supportsGrouping = value == "yes"
            case "ungrouping": update.supportsUngrouping = value == "yes"
            case "dtmf": update.supportsDTMF = value == "yes"
            default: say("what is “\(key)”?")
            }
        }
        return update
    }

    func configuration(_ words: [Substring]) -> CXProviderConfiguration {
        let name = options(words).first { $0.0 == "name" }?.1
        let configuration = CXProviderConfiguration(localizedName: name ?? "Actor")
        configuration.identifier = identifier
        for (key, value) in options(words) {
            switch key {
            case "name": break
            case "groups": configuration.maximumCallGroups = Int(value) ?? 0
            case "size": configuration.maximumCallsPerCallGroup = Int(value) ?? 0
            case "video": configuration.supportsVideo = value == "yes"
            case "entry": configuration.desktopEntry = value
            default: say("what is “\(key)”?")
            }
        }
        return configuration
    }

    /// The date of `at=100`, in seconds since the Unix epoch.
    func date(_ words: [Substring]) -> Date? {
        options(words).first { $0.0 == "at" }.flatMap { Double($0.1) }.map { Date(timeIntervalSince1970: $0) }
    }

    func options(_ words: [Substring]) -> [(String, String)] {
        words.compactMap { word in
            guard let mark = word.firstIndex(of: "=") else { return nil }
            return (String(word[..<mark]), String(word[word.index(after: mark)...]))
        }
    }
}

extension Actor {
    func reload(_ identifier: String) {
        CXCallDirectoryManager.sharedInstance.reloadExtension(withIdentifier: identifier) { [self] error in
            say(error.map { "not reloaded \(Words.error($0))" } ?? "reloaded")
        }
    }

    func sayStatus(of identifier: String) {
        CXCallDirectoryManager.sharedInstance.getEnabledStatusForExtension(withIdentifier: identifier) {
            [self] status, error in
            say("status \(status)" + (error.map { " \(Words.error($0))" } ?? ""))
        }
    }

    /// `isAsync`: with the method that an async function calls.
    func openSettings(isAsync: Bool) {
        let manager = CXCallDirectoryManager.sharedInstance
        let finish: @Sendable ((any Error)?) -> Void = { [self] error in
            say(error.map { "not opened \(Words.error($0)) \($0.localizedDescription)" } ?? "opened")
        }
        guard isAsync else { return manager.openSettings(completionHandler: finish) }
        Task {
            do {
                try await manager.openSettings()
                finish(nil)
            } catch {
                finish(error)
            }
        }
    }
}

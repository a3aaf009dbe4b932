// SPDX-License-Identifier: MIT

package import CallInterface
package import Foundation
package import SDBus

/// An action of the contract.
package struct ActionRecord: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case start(WireHandle, [String: Variant])
        case answer
        case end
        case setHeld(Bool)
        case setMuted(Bool)
        case setGroup(with: UUID?)
        case playDTMF(String, String)

        /// Whether its call ends when it times out.
        var isFatalByTime: Bool {
            switch self {
            case .start, .answer, .end: true
            case .setHeld, .setMuted, .setGroup, .playDTMF: false
            }
        }
    }

    package let uuid: UUID
    package let call: UUID
    package let kind: Kind

    /// The details of its fulfilment at that time; nil = now.
    func details(_ date: Date?) -> [String: Variant] {
        guard let date else { return [:] }
        return switch kind {
        case .start: [Key.dateStarted: .uint64(date.microseconds)]
        case .answer: [Key.dateConnected: .uint64(date.microseconds)]
        case .end: [Key.dateEnded: .uint64(date.microseconds)]
        case .setHeld, .setMuted, .setGroup, .playDTMF: [:]
        }
    }
}

extension ActionRecord {
    /// The action of a Perform signal.
    init?(performing member: String, _ values: [Variant]) {
        guard let uuid = values.uuid(1), let call = values.uuid(2) else { return nil }
        let details = values.last?.dictionary ?? [:]
        let argument = values.count > 4 ? values[3] : nil
        switch member {
        case "PerformStartCallAction":
            guard let handle = argument.flatMap({ WireHandle($0) }) else { return nil }
            self.init(uuid: uuid, call: call, kind: .start(handle, Self.update(handle, details)))
        case "PerformAnswerCallAction": self.init(uuid: uuid, call: call, kind: .answer)
        case "PerformEndCallAction": self.init(uuid: uuid, call: call, kind: .end)
        case "PerformSetHeldCallAction": self.init(uuid: uuid, call: call, kind: .setHeld(argument?.bool ?? false))
        case "PerformSetMutedCallAction": self.init(uuid: uuid, call: call, kind: .setMuted(argument?.bool ?? false))
        case "PerformSetGroupCallAction":
            self.init(uuid: uuid, call: call, kind: .setGroup(with: argument?.string.flatMap(UUID.init(uuidString:))))
        case "PerformPlayDTMFCallAction":
            let type = values.count > 5 ? values[4].string : nil
            self.init(uuid: uuid, call: call, kind: .playDTMF(argument?.string ?? "", type ?? "single-tone"))
        default: return nil
        }
    }

    /// An entry of `Actions`.
    init?(_ entry: [String: Variant]) {
        guard let uuid = entry[Key.identifier]?.string.flatMap(UUID.init(uuidString:)),
            let call = entry[Key.call]?.string.flatMap(UUID.init(uuidString:))
        else { return nil }
        switch entry[Key.action]?.string {
        case "start-call":
            guard let handle = entry[Key.handle].flatMap({ WireHandle($0) }) else { return nil }
            self.init(uuid: uuid, call: call, kind: .start(handle, Self.update(handle, entry)))
        case "answer-call": self.init(uuid: uuid, call: call, kind: .answer)
        case "end-call": self.init(uuid: uuid, call: call, kind: .end)
        case "set-held": self.init(uuid: uuid, call: call, kind: .setHeld(entry[Key.onHold]?.bool ?? false))
        case "set-muted": self.init(uuid: uuid, call: call, kind: .setMuted(entry[Key.muted]?.bool ?? false))
        case "set-group":
            let other = entry[Key.groupWith]?.string.flatMap(UUID.init(uuidString:))
            self.init(uuid: uuid, call: call, kind: .setGroup(with: other))
        case "play-dtmf":
            let type = entry[Key.dtmfType]?.string ?? "single-tone"
            self.init(uuid: uuid, call: call, kind: .playDTMF(entry[Key.digits]?.string ?? "", type))
        default: return nil
        }
    }

    /// The facts of a call that its start tells.
    private static func update(_ handle: WireHandle, _ details: [String: Variant]) -> [String: Variant] {
        var update: [String: Variant] = [Key.remoteHandle: handle.variant]
        update[Key.hasVideo] = details[Key.video]
        update[Key.contactIdentifier] = details[Key.contactIdentifier]
        if details[Key.emergency]?.bool == true { update[Key.emergency] = .bool(true) }
        return update
    }
}

/// How a provider completed an action.
package enum ActionOutcome: Sendable {
    /// Done at that time; nil = now.
    case fulfilled(Date?)
    case failed

    /// Whether the action was fulfilled.
    package var isFulfilled: Bool {
        switch self {
        case .fulfilled: true
        case .failed: false
        }
    }
}

/// News of the service for a provider.
package enum ProviderNews: Sendable {
    case didBegin
    case perform(DeliveredAction)
    case timedOut(UUID)
    case didActivate
    case didDeactivate
    case startCallRequested(WireHandle, [String: Variant])

    /// Whether the news is that the provider is registered.
    package var isBegin: Bool {
        switch self {
        case .didBegin: true
        case .perform, .timedOut, .didActivate, .didDeactivate, .startCallRequested: false
        }
    }
}

extension [Variant] {
    func uuid(_ index: Int) -> UUID? {
        index < count ? self[index].string.flatMap(UUID.init(uuidString:)) : nil
    }
}

extension UUID {
    /// The form of the contract: lower case.
    package var wire: String { uuidString.lowercased() }

    /// The call of an object path.
    package init?(path: String) {
        let prefix = CallManagerName.path + "/calls/"
        guard path.hasPrefix(prefix) else { return nil }
        self.init(uuidString: String(path.dropFirst(prefix.count)).replacing("_", with: "-"))
    }
}

extension Date {
    /// Microseconds since the Unix epoch.
    package var microseconds: UInt64 { UInt64(max(0, timeIntervalSince1970 * 1_000_000)) }

    package init(microseconds: UInt64) { self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000) }
}

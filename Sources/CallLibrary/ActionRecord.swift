// SPDX-License-Identifier: MIT

package import CallInterface
package import Foundation
import SDBus

/// An action of the contract.
package struct ActionRecord: Hashable, Sendable {
    package let uuid: UUID
    package let call: UUID
    package let kind: ActionKind

    /// Nil for an action that has no identifier.
    init?(_ item: Request.Item) {
        guard let identifier = item.identifier else { return nil }
        self.init(uuid: UUID(identifier), call: UUID(item.call), kind: item.kind)
    }

    init(uuid: UUID, call: UUID, kind: ActionKind) {
        (self.uuid, self.call, self.kind) = (uuid, call, kind)
    }

    /// The details of its fulfilment at that time; nil = now.
    func details(_ date: Date?) -> [String: Variant] {
        guard let time = date.map({ Variant.uint64($0.microseconds) }) else { return [:] }
        return switch kind {
        case .start: [String: Variant]([.dateStarted: time])
        case .answer: [String: Variant]([.dateConnected: time])
        case .end: [String: Variant]([.dateEnded: time])
        case .setHeld, .setMuted, .setGroup, .playDTMF: [:]
        }
    }
}

extension ActionKind {
    /// Whether its call ends when it times out.
    var isFatalByTime: Bool {
        switch self {
        case .start, .answer, .end: true
        case .setHeld, .setMuted, .setGroup, .playDTMF: false
        }
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
    case startCallRequested(Handle, StartCallDetails)

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

    package init<Kind>(_ id: ID<Kind>) {
        self.init(
            uuid: withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { $0.loadUnaligned(as: uuid_t.self) })
    }

    /// The call of an object path.
    package init?(path: String) {
        let prefix = CallManagerName.path + "/calls/"
        guard path.hasPrefix(prefix) else { return nil }
        self.init(uuidString: String(path.dropFirst(prefix.count)).replacing("_", with: "-"))
    }
}

extension ID {
    package init(_ uuid: UUID) {
        let (high, low) = withUnsafeBytes(of: uuid.uuid) { $0.loadUnaligned(as: (UInt64, UInt64).self) }
        self.init(high: high.bigEndian, low: low.bigEndian)
    }
}

extension Date {
    /// Microseconds since the Unix epoch.
    package var microseconds: UInt64 { UInt64(max(0, timeIntervalSince1970 * 1_000_000)) }

    package init(microseconds: UInt64) { self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000) }
}

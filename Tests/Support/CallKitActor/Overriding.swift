// SPDX-License-Identifier: MIT

import CallKit

/// A provider that an app subclasses for its tests. Each form of a report has its own override.
final class OverridingProvider: CXProvider, @unchecked Sendable {
    private let actor: Actor

    init(_ actor: Actor, configuration: CXProviderConfiguration) {
        self.actor = actor
        super.init(configuration: configuration)
    }

    override func reportNewIncomingCall(
        with UUID: UUID, update: CXCallUpdate, completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        actor.say("overridden")
        super.reportNewIncomingCall(with: UUID, update: update, completion: completion)
    }

    override func reportNewIncomingCall(with UUID: UUID, update: CXCallUpdate) async throws {
        actor.say("overridden async")
    }

    override func reportCall(with UUID: UUID, endedAt dateEnded: Date?, reason endedReason: CXCallEndedReason) {
        actor.say("overridden end \(endedReason)")
        super.reportCall(with: UUID, endedAt: dateEnded, reason: endedReason)
    }

    override func invalidate() {
        actor.say("overridden invalidate")
        super.invalidate()
    }
}

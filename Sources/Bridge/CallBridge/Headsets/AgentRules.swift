// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

/// What the agent of the session says about surfaces: what they may show and do while the screen is locked, and whether
/// the buttons of headsets act. The agent also asks the user about a number that a headset dials.
final class AgentRules {
    private let agent: RemoteName
    private let object: RemoteObject

    init(on session: BusConnection) {
        agent = RemoteName(AgentName.bus, on: session)
        object = RemoteObject(
            agent, AgentName.path, AgentName.calls,
            [Key.locked, .showsCallers, .answers, .headsetButtons].map(\.rawValue),
            subscription: SurfaceMethod.subscribe.member, ended: SignalName.subscriptionEnded.member)
    }

    /// Calls `changed` after each change.
    func begin(_ changed: @escaping () -> Void) throws(BusError) {
        try object.begin(changed)
        try agent.begin()
    }

    /// Whether the agent has answered, or there is none.
    var isKnown: Bool { agent.owner == nil || !object.properties.isEmpty }

    /// Without an agent it is not known whether the screen is locked: then these are the rules of a locked screen.
    var surface: SurfaceRules {
        SurfaceRules(
            isLocked: flag(.locked) ?? true, showsParties: flag(.showsCallers) ?? false, answers: flag(.answers) ?? true
        )
    }

    /// Whether the user lets the buttons of headsets act.
    var letsHeadsetsAct: Bool { flag(.headsetButtons) ?? true }

    private func flag(_ key: Key) -> Bool? { object.properties[key]?.bool }

    /// Asks the user, or dials at once, as the user's settings say. `completion` gets the refusal.
    func dial(_ number: String, then completion: @escaping (BusError?) -> Void) {
        let link = "tel:" + number.percentEncoded(keeping: "+*")
        agent.call(
            AgentName.path, AgentName.interface, AgentName.confirmCall, link,
            [String: Variant]([.headset: .bool(true)])
        ) { completion($0.failure) }
    }
}

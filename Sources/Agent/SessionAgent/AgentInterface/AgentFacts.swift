// SPDX-License-Identifier: MIT

/// The values of the properties of `org.monkeycall.Agent`.
struct AgentFacts: Hashable {
    var isInCall = false
    var isRinging = false
    var quietReason: QuietReason?
    var quietUntil: UInt64 = 0
    var unenforced: Set<String> = []
    var problems: Set<Problem> = []
    var isPrimary = false

    /// What an app in a sandbox sees: no ids of calls.
    var withoutCalls: AgentFacts {
        var facts = self
        facts.unenforced = []
        return facts
    }
}

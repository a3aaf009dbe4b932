// SPDX-License-Identifier: MIT

/// What `org.monkeycall.Agent` says.
struct AgentFacts: Hashable {
    var isInCall = false
    var isRinging = false
    var quietReason: QuietReason?
    var quietUntil: UInt64 = 0
    var unenforced: Set<String> = []
    var problems: Set<Problem> = []
    var isPrimary = false
}

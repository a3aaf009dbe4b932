// SPDX-License-Identifier: MIT

/// A small world for a full exploration: its number of apps and calls, and the events that can happen.
public struct Setting: Sendable {
    /// Possible events. Calls always appear, are answered and end; apps always fulfil, refuse or time out.
    public enum Chance: String, Sendable, CaseIterable {
        /// Users place calls.
        case start
        /// Users hold and resume calls.
        case hold
        /// Users merge and split calls.
        case group
        /// Users mute and unmute calls.
        case mute
        /// Users request two actions at once: hold or end one call, and answer or start another.
        case pairs
        /// The remote party or another device ends calls.
        case remoteEnd = "remote-end"
        /// Users end calls in the windows of apps that cannot ask first.
        case localEnd = "local-end"
        /// Apps report that calls are muted, or in other groups, without a request.
        case facts
        /// Apps lose their connections and come back.
        case loss
        /// Apps that were lost come back with their calls.
        case comeBack = "come-back"
        /// Apps complete actions before their turn.
        case early
        /// Apps report existing calls that the registry does not know.
        case existing
        /// Apps report calls that the registry knows.
        case again
        /// Some calls cannot be held.
        case unholdable
        /// An app that refused a hold says nothing more. Without this it reports at once that it can hold the call, so
        /// that a refusal leaves no trace.
        case refusals
        /// Calls ring for too long, here or at the remote party.
        case ringTimeout = "ring-timeout"
        /// Apps report that an existing call can no longer be held, or can be held again.
        case update
        /// Some calls cannot be ended.
        case unendable
        /// Some calls can neither be held nor ended.
        case observed
        /// Some calls cannot be muted by their apps, and the shell begins or stops to mute streams.
        case shellMutes = "shell-mutes"
        /// Apps report that calls can no longer be answered or ended, or can be again.
        case abilities
        /// Emergency calls at a modem: outgoing, incoming, and calls that become emergency calls.
        case emergency
        /// Users dial the modem's emergency number at other apps.
        case emergencyNumber = "emergency-number"
        /// The first app runs in a sandbox and makes requests itself.
        case sandbox
        /// Apps invalidate their providers, and the service stops.
        case reset
        /// Apps that hold by themselves do so at any time, not only as a consequence of an action.
        case spontaneous
        /// Requests that may hold other calls but must not end them.
        case spare
        /// The user has a directory, which is asked about incoming calls, and comes and goes.
        case screening
        /// The user switches the first app off and on, at the directory.
        case switches
    }

    /// A name for people.
    public var name: String
    /// The number of apps.
    public var providers: Int
    /// The number of simultaneous calls of all apps.
    public var calls: Int
    /// The number of requests that wait at once. An end may be one more, so that the user can always end a call.
    public var requests = 2
    /// The events that can happen.
    public var chances: Set<Chance>
    /// The number of cellular providers. They are the last ones.
    public var modems = 0
    /// The number of providers that hold by themselves. They are the last ones.
    public var swapping = 0
    /// Whether the user wants a held call to resume even when the remote party ended the call it was held for.
    public var autoResume = false
    /// `maximumCallGroups` of every app.
    public var groups = 2
    /// `maximumCallsPerCallGroup` of every app.
    public var callsPerGroup = 2

    /// A world with the default configuration of its apps.
    public init(
        _ name: String, providers: Int, calls: Int, requests: Int = 2, modems: Int = 0, swapping: Int = 0,
        autoResume: Bool = false, _ chances: Set<Chance>
    ) {
        self.name = name
        self.providers = providers
        self.calls = calls
        self.requests = requests
        self.modems = modems
        self.swapping = swapping
        self.autoResume = autoResume
        self.chances = chances
    }

    /// A world from text: `2x3:group,loss` has two providers and three calls. `requests=1`, `modems=1` and `swapping=1`
    /// can follow the colon too. nil = the text is not valid.
    public init?(words: String) {
        let parts = words.split(separator: ":", maxSplits: 1)
        let size = parts.first?.split(separator: "x").compactMap { Int($0) } ?? []
        guard parts.count == 2, size.count == 2 else { return nil }
        self.init(words, providers: size[0], calls: size[1], [])
        for word in parts[1].split(separator: ",") {
            let pair = word.split(separator: "=")
            if let chance = Chance(rawValue: String(word)) {
                chances.insert(chance)
            } else if pair.count == 2, let number = Int(pair[1]) {
                switch pair[0] {
                case "requests": requests = number
                case "modems": modems = number
                case "swapping": swapping = number
                default: return nil
                }
            } else {
                return nil
            }
        }
    }

    /// Apps first, then modems.
    var identifiers: [String] {
        Array(["p", "q", "r", "s"].prefix(providers - modems) + ["m", "n"].prefix(modems))
    }

    func isModem(_ identifier: String) -> Bool { identifiers.suffix(modems).contains(identifier) }
    func isSwapping(_ identifier: String) -> Bool { identifiers.suffix(swapping).contains(identifier) }
    func isSandboxed(_ identifier: String) -> Bool { chances.contains(.sandbox) && identifier == identifiers.first }
}

// SPDX-License-Identifier: MIT

/// A small world to be explored whole: how many apps and calls there are, and what may happen.
public struct Setting: Sendable {
    /// What may happen besides calls that appear, are answered and end, and apps that do as told, refuse, or sleep.
    public enum Chance: String, Sendable, CaseIterable {
        /// Users place calls.
        case start
        /// Users hold and resume.
        case hold
        /// Users merge calls and take them apart.
        case group
        /// Users mute and unmute.
        case mute
        /// Users ask for two things at once: hold or end one call, and answer or start another.
        case pairs
        /// The other side, or another device, ends calls.
        case remoteEnd = "remote-end"
        /// Apps lose their connections, and come back.
        case loss
        /// Apps complete actions before their turn.
        case early
        /// Calls go on that the registry does not know.
        case existing
        /// Some calls cannot be held.
        case unholdable
        /// Calls ring for too long, here or at the other end.
        case ringTimeout = "ring-timeout"
        /// Apps say of calls that are there that they cannot be held, or can again.
        case update
        /// Calls for help, where there is a modem: placed, received, and calls that turn out to be ones.
        case emergency
        /// The first app runs in a sandbox and asks for things itself.
        case sandbox
        /// Apps invalidate themselves, and the service goes down.
        case reset
        /// Apps that hold by themselves do so at any time, not only as a consequence of what they are told.
        case spontaneous
    }

    /// For people.
    public var name: String
    /// How many apps.
    public var providers: Int
    /// How many calls at once, of all apps.
    public var calls: Int
    /// How many requests wait at once. An end may be one more: it is what nobody is ever denied.
    public var requests = 2
    /// What may happen.
    public var chances: Set<Chance>
    /// How many of the providers are cellular, the last ones.
    public var modems = 0
    /// How many of the providers hold by themselves, the last ones.
    public var swapping = 0
    /// Whether the user wants held calls back even when the other side ended the call they were held for.
    public var autoResume = false
    /// The configuration of every app.
    public var groups = 2
    /// The configuration of every app.
    public var callsPerGroup = 2

    /// A world.
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

    /// A world in words: `2x3:group,loss` are two providers and three calls; `requests=1`, `modems=1` and `swapping=1` can
    /// be among what may happen.
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

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
        /// Calls ring for too long.
        case ringTimeout = "ring-timeout"
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
    /// The configuration of every app.
    public var groups = 2
    /// The configuration of every app.
    public var callsPerGroup = 2

    /// A world.
    public init(_ name: String, providers: Int, calls: Int, requests: Int = 2, _ chances: Set<Chance>) {
        self.name = name
        self.providers = providers
        self.calls = calls
        self.requests = requests
        self.chances = chances
    }

    var identifiers: [String] { ["p", "q", "r", "s"].prefix(providers).map { $0 } }
}

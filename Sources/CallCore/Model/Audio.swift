// SPDX-License-Identifier: MIT

/// Who has the microphone and the speaker, who waits, and what a shell is to sound.
public struct Audio: Hashable, Sendable {
    /// Who the audio session is activated for.
    public struct Owner: Hashable, Sendable {
        /// The provider.
        public let provider: ProviderID
        /// Its identifier.
        public let identifier: String
        /// The group; follows its calls into another.
        public internal(set) var group: GroupID
        /// The calls of the group that have the audio.
        public internal(set) var calls: [CallID]
        /// Since when.
        public let since: Time
        /// What brought it there.
        public let reason: Reason?
    }

    /// Who owns the session; nil = nobody.
    public internal(set) var owner: Owner?
    /// The calls that will take the audio when their turn comes, first the next.
    public internal(set) var waiting: [CallID] = []
    /// What to sound.
    public internal(set) var alert = Alert.none
    /// Grows whenever the calls that alert are others.
    public internal(set) var alertRevision = 0
    /// Where sound can go, as the primary shell says.
    public internal(set) var routes: [Route] = []
    /// Where it goes; empty = nobody says.
    public internal(set) var route = ""
    /// Where somebody wants it to go; empty = no wish.
    public internal(set) var requestedRoute = ""
    /// False: apps must ring for themselves.
    public internal(set) var hasShell = false
}

// SPDX-License-Identifier: MIT

/// The provider with the microphone and the speaker, the calls that wait for them, and the sound for the primary shell.
package struct Audio: Hashable, Sendable {
    /// The provider and the calls that the audio session is activated for.
    package struct Owner: Hashable, Sendable {
        package let provider: ProviderID
        package let identifier: String
        /// Follows its calls into another group.
        package internal(set) var group: GroupID
        /// The calls of the group that have the audio.
        package internal(set) var calls: [CallID]
        package let since: Time
        package let reason: Reason?
    }

    /// nil = the session is free.
    package internal(set) var owner: Owner?
    /// The calls that will take the audio when their turn comes, in this order.
    package internal(set) var waiting: [CallID] = []
    package internal(set) var alert = Alert.none
    /// Whether the user talks, so that other calls ring softly: a call occupies the audio, or an observed call goes on.
    package internal(set) var isUserTalking = false
    /// Grows whenever the set of ringing calls changes.
    package internal(set) var alertRevision = 0
    /// The possible routes of the sound, as the primary shell reports them.
    package internal(set) var routes: [Route] = []
    /// The current route; empty = no shell reports one.
    package internal(set) var route = ""
    /// The route that a client requested; empty = none.
    package internal(set) var requestedRoute = ""
    /// False: apps must ring by themselves.
    package internal(set) var hasShell = false
}

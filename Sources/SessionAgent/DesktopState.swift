// SPDX-License-Identifier: MIT

package import CallClient

/// All that decides what a person sees and hears here. While another shell is the primary one there is nothing in it.
package struct DesktopState: Hashable {
    package var registry = Registry()
    package var audio = AudioRecord()
    /// Another shell acts, or it is not known yet who does. Then this says nothing about whether there are calls.
    package var isElsewhere = false
    /// This shell is the one that acts.
    package var isPrimary = false
    /// What there is, whoever acts.
    package var presence = CallPresence()
    /// What the user has decided.
    package var settings = Settings()
    /// The user does not want to be disturbed: the service refuses calls.
    package var isQuiet = false
    /// The screen is locked: who sits there may be somebody else.
    package var isLocked = false
    /// Calls whose mute or hold cannot be enforced at the sound server: their app is trusted with it.
    package var unenforced: Set<String> = []

    package init() {}

    /// The calls in order of their beginning.
    package var calls: [CallRecord] { registry.callsInOrder }

    /// There are calls, and another shell acts. After the last one everybody puts back what he has changed himself: a shell
    /// that is not this agent does not know of it.
    package var callsAreElsewhere: Bool { isElsewhere && presence != CallPresence() }

    /// Whether anybody rings, dials or talks, so that the desktop must stay awake.
    package var isInCall: Bool { !registry.calls.isEmpty }

    /// Whether a call has the microphone and the speaker.
    package var hasAudio: Bool { !audio.ownerCalls.isEmpty || registry.calls.values.contains { $0.hasAudio } }

    /// Whether nothing that somebody else could see may say who calls.
    package var hidesParties: Bool { isLocked && !settings.showCallerWhenLocked }

    /// The provider of a call.
    package func provider(of call: CallRecord) -> ProviderRecord? {
        registry.providers.values.first { $0.identifier == call.provider }
    }
}

/// A part of the desktop that has to follow the state. It is given the whole state after every change, compares it with
/// what it has done so far, and does the rest: so nothing has to be remembered about how the state came about, and an agent
/// that was killed goes on where it was.
package protocol Neighbour: AnyObject {
    func follow(_ state: DesktopState)
}

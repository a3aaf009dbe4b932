// SPDX-License-Identifier: MIT

package import AgentSettings
package import CallClient
import CallInterface

/// Everything that decides what a person sees and hears. It is empty while another shell is the primary one.
package struct DesktopState: Hashable {
    package var registry: Registry {
        get { known }
        // No observer, which an initializer would not call.
        set { (known, index) = (newValue, CallIndex(newValue)) }
    }
    private var known = Registry()
    /// What follows from the registry.
    private(set) var index = CallIndex(Registry())
    package var audio = AudioRecord()
    /// Another shell is the primary one, or it is not known yet which one is. Then this state does not show the calls.
    package var isElsewhere = false
    /// This shell is the primary one.
    package var isPrimary = false
    /// Whether there are calls, whichever shell is primary.
    package var presence = CallPresence()
    package var settings = Settings()
    /// Do-not-disturb is on: the service refuses calls.
    package var isQuiet = false
    /// The screen is locked: another person may see it.
    package var isLocked = false
    /// The desktop's own setting keeps the contents of notifications from a locked screen.
    package var desktopHidesDetails = false
    /// The muted or held calls that the agent cannot silence at the sound server. It relies on their apps, if they can
    /// do it.
    package var unenforced: Set<String> = []

    package init() {}

    /// The calls in order of their beginning.
    package var calls: [CallRecord] { index.calls }

    /// There are calls, and another shell is the primary one. After the last call each neighbour undoes its own
    /// changes, because the other shell does not know them.
    package var callsAreElsewhere: Bool { isElsewhere && presence != CallPresence() }

    /// Whether a call rings, dials or talks, so that the desktop must stay awake.
    package var isInCall: Bool { !registry.calls.isEmpty }

    /// Whether a call rings aloud, or is announced by a tone.
    package var isRinging: Bool { audio.alert == .ring || audio.alert == .callWaiting }

    /// Whether a call has the microphone and the speaker.
    package var hasAudio: Bool { !audio.ownerCalls.isEmpty || !index.talking.isEmpty }

    /// What surfaces may show of calls, and do with them.
    package var rules: SurfaceRules {
        SurfaceRules(isLocked: isLocked, settings, desktopHidesDetails: desktopHidesDetails)
    }

    /// The provider of a call.
    package func provider(of call: CallRecord) -> ProviderRecord? {
        index.provider(call.provider)?.record
    }
}

/// A part of the desktop that follows the state. It gets the whole state after every change, compares it with what it
/// has done, and does the rest. It needs no history, so a restarted agent continues where the killed one stopped.
package protocol Neighbour: AnyObject {
    func follow(_ state: DesktopState)
}

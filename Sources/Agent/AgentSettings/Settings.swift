// SPDX-License-Identifier: MIT

package import CallInterface
package import SDBus

/// The user's settings, with their defaults.
package struct Settings: Hashable {
    /// The sink that rings; empty for the sound server's choice.
    package var ringDevice = ""
    /// When players are paused.
    package var pausePlayers = PausePlayers.call
    /// The volume of other streams while a call has the audio, in percent of their own; 100 does not change them.
    package var duckOthers: UInt32 = 30
    /// Whether the agent serves programs that were written for callaudiod.
    package var callAudio = true
    /// Whether the agent answers the buttons of headsets and sets their lights.
    package var headsetButtons = true
    /// Whether media keys answer a call that rings.
    package var mediaKeys = true
    /// How long a call rings, in microseconds; 0 for no limit.
    package var ringTimeout: UInt64 = 120_000_000
    /// How long the question about a link waits for the user, in microseconds; 0 for no limit.
    package var linkTimeout: UInt64 = 60_000_000
    /// Whether a held call resumes also if the other side has ended the call it was held for.
    package var autoResume = false
    /// The handles that ring in spite of do-not-disturb.
    package var doNotDisturbAllow: [Handle] = []
    /// The callers that ring in spite of do-not-disturb, if the user's directory knows them so.
    package var doNotDisturbRelations: Set<Relation> = []
    /// Whether a caller that calls again within three minutes rings in spite of do-not-disturb.
    package var repeatCallers = true
    /// The app for new calls, by the type of handle.
    package var defaultProviders: [Handle.Kind: String] = [:]
    /// Whether a locked screen shows the caller.
    package var showCallerWhenLocked = ShowCaller.desktop
    /// Whether a call can be answered while the screen is locked.
    package var answerWhenLocked = true
    /// Whether a call that rings opens the window.
    package var opensWindow = false

    package enum ShowCaller: String, CaseIterable {
        case yes, no
        /// As the desktop shows the contents of notifications.
        case desktop
    }

    package enum PausePlayers: String, CaseIterable {
        case call, ring, never
    }

    package init() {}

    /// The part for the service, as keys of `SetShellState`.
    package var shellState: [String: Variant] {
        var update = ShellUpdate()
        (update.autoResume, update.ringTimeout, update.repeatCallers) = (autoResume, ringTimeout, repeatCallers)
        (update.allowed, update.defaultProviders) = (Set(doNotDisturbAllow), defaultProviders)
        update.allowedRelations = doNotDisturbRelations
        return update.wire
    }
}

// SPDX-License-Identifier: MIT

package import CallInterface
package import SDBus

/// What the user has decided, and the defaults where nothing was.
package struct Settings: Hashable {
    /// The sink that rings; empty = where the sound server wants.
    package var ringDevice = ""
    /// When players are paused.
    package var pausePlayers = PausePlayers.call
    /// How loud other streams are while a call has the audio, in percent of what they were; 100 = they are left alone.
    package var duckOthers: UInt32 = 30
    /// How long a call rings, in microseconds; 0 = until somebody ends it.
    package var ringTimeout: UInt64 = 120_000_000
    /// Whether a held call comes back also when the other side has ended the one it was held for.
    package var autoResume = false
    /// Who rings in spite of do-not-disturb.
    package var doNotDisturbAllow: [Handle] = []
    /// Whether who calls again within three minutes does.
    package var repeatCallers = true
    /// The app for new calls, by the type of handle.
    package var defaultProviders: [Handle.Kind: String] = [:]
    /// Whether a locked screen shows who calls.
    package var showCallerWhenLocked = true

    package enum PausePlayers: String, CaseIterable {
        case call, ring, never
    }

    package init() {}

    /// What the service has to know of it: keys of `SetShellState`.
    package var shellState: [String: Variant] {
        var update = ShellUpdate()
        (update.autoResume, update.ringTimeout, update.repeatCallers) = (autoResume, ringTimeout, repeatCallers)
        (update.allowed, update.defaultProviders) = (Set(doNotDisturbAllow), defaultProviders)
        return update.wire
    }
}

// SPDX-License-Identifier: MIT

/// The names of the sources, in the settings and for people.
package enum SourceName: String, CaseIterable, Sendable {
    case gnomeCalls = "gnome-calls"
    case pipeWireTelephony = "pipewire-telephony"
    case observedApps = "observed-apps"
    case browsers
    case modemManager = "modem-manager"
    case ofono

    /// Those of a user, in the order of the list.
    package static let ofUser: [SourceName] = [.gnomeCalls, .pipeWireTelephony, .observedApps, .browsers]
}

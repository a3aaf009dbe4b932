// SPDX-License-Identifier: MIT

import LiveCommunicationKit

/// This app, for the terminal.
@MainActor
enum Program {
    nonisolated static let name = "MonkeyCallLive"

    /// Registers the app. `name` is for people, `identifier` for the system.
    static func connect(_ name: String, _ identifier: String, _ network: any CallNetwork) -> any SystemLink {
        var configuration = ManagerDelegate.configuration(named: name)
        configuration.identifier = identifier
        return MoodyManagerDelegate(network: network, audio: SilentAudio(), configuration: configuration)
    }
}

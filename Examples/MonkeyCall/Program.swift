// SPDX-License-Identifier: MIT

import CallKit

/// This app, for the terminal.
@MainActor
enum Program {
    nonisolated static let name = "MonkeyCall"

    /// Registers the app. `name` is for people, `identifier` for the system.
    static func connect(_ name: String, _ identifier: String, _ network: any CallNetwork) -> any SystemLink {
        let configuration = ProviderDelegate.configuration(named: name)
        configuration.identifier = identifier
        return MoodyProviderDelegate(
            callManager: ActiveCallManager(), network: network, audio: SilentAudio(), configuration: configuration)
    }
}

// SPDX-License-Identifier: MIT

import Foundation

/// The app, for the companion modules.
@_spi(Companions)
public enum AppIdentity {
    /// The identifier that a provider has if the app sets none.
    public static var identifier: String { ProviderIdentity.appIdentifier }

    /// The id of the app's desktop file, as far as its sandbox or its start tells.
    public static var desktopEntry: String? {
        let process = ProcessInfo.processInfo
        return process.environment["FLATPAK_ID"]
            ?? ProviderIdentity.desktopFile(process.environment, pid: process.processIdentifier)
    }
}

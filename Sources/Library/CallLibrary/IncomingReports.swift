// SPDX-License-Identifier: MIT

import CallClient

/// The incoming calls that the app reports, through any framework, for the companion modules.
@_spi(Companions)
public enum IncomingReports {
    /// Calls `body` with their number so far. Reports that other threads have made before count.
    public static func count(_ body: @escaping @Sendable (Int) -> Void) {
        ServiceThread.perform { body($0.providers.incomingReports) }
    }
}

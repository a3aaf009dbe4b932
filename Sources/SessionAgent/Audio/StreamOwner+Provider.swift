// SPDX-License-Identifier: MIT

import CallClient
import PulseAudio

extension StreamOwner {
    /// Whether the stream belongs to that app.
    func isPart(of provider: ProviderRecord) -> Bool {
        if provider.processID != 0, processes.contains(provider.processID) { return true }
        if !provider.appID.isEmpty, app == provider.appID { return true }
        return Self.isOfOneApp(provider.unit) && unit == provider.unit
    }
}

// SPDX-License-Identifier: MIT

import CallClient
import PulseAudio

extension StreamOwner {
    /// Whether the stream belongs to that app.
    func isPart(of provider: ProviderRecord) -> Bool {
        isPart(ofProcess: provider.processID, app: provider.appID, unit: provider.unit)
    }
}

// SPDX-License-Identifier: MIT

import CallKit

extension ProviderDelegate {
    /// What the user has begun elsewhere. On Apple's systems the application delegate is asked; on Linux, where not every
    /// app has one, this is. It has to be in the class that conforms to `CXProviderDelegate`: in a subclass nobody finds it.
    func provider(_ provider: CXProvider, continue userActivity: NSUserActivity) {
        let app = (self as? MoodyProviderDelegate)?.app
        if app?.application(continue: userActivity) != true { Output.say("error", "asked for what is no call") }
    }
}

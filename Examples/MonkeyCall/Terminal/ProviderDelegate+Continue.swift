// SPDX-License-Identifier: MIT

import CallKit

extension ProviderDelegate {
    /// Continues an activity that the user began elsewhere. Apple's systems call the application delegate; on Linux,
    /// where not every app has one, the library calls this method. It must be in the class that conforms to
    /// `CXProviderDelegate`: the library does not find it in a subclass.
    func provider(_ provider: CXProvider, continue userActivity: NSUserActivity) {
        let app = (self as? MoodyProviderDelegate)?.app
        if app?.application(continue: userActivity) != true { Output.say("error", "the activity is not a call") }
    }
}

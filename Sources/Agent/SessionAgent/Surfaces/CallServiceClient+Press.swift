// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

extension CallServiceClient {
    /// Does what the button says, if the state still allows it: the screen may have been locked since the button was
    /// shown. `completion` gets the refusal, nil = the service accepted the request.
    func press(
        _ button: CallButton, of call: String, in state: DesktopState, _ token: String = "",
        then completion: @escaping (BusError?) -> Void = { _ in }
    ) {
        guard state.rules.allows(button) else {
            return completion(.accessDenied("A locked screen does not offer this. Unlock it first."))
        }
        if button == .silence { return silence(call, then: completion) }
        request(button.actions(on: call, in: state.registry), activationToken: token, then: completion)
    }
}

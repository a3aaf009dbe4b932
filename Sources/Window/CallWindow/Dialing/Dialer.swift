// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import GTK
import SDBus

/// Asks apps to make calls. Only what the user presses comes here.
@MainActor
final class Dialer {
    private unowned let phone: PhoneContext

    init(_ phone: PhoneContext) { self.phone = phone }

    /// The apps that can call a handle of that type. The first one that the directory proposes comes first.
    func lines(for kind: Handle.Kind, proposed: [String] = []) -> [PhoneLine] {
        PhoneLine.lines(for: kind, in: phone.calls.registry, proposed: proposed)
    }

    /// Asks a provider to call; "" lets the service choose. `name` is the name by which the user knows the other side.
    func call(_ handle: WireHandle, provider: String = "", name: String = "", video: Bool = false) {
        var details = StartCallDetails()
        (details.displayName, details.video) = (name, video)
        phone.calls.client.call(.requestStartCall, provider, handle, details.wire) { [unowned self] reply in
            guard case .failure(let error) = reply else { return }
            phone.tell(DialFailure.text(error))
        }
    }
}

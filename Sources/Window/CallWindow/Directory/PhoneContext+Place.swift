// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import SDBus

extension PhoneContext {
    /// How long a call waits for what the directory knows about the line, in microseconds.
    private static let patience: UInt64 = 1_000_000

    /// Calls a number or an address of a page, by the provider that the user chose, or else by the app that the
    /// directory proposes. A choice of "" lets the service choose. An emergency number and every other short number is
    /// dialed at once.
    func place(_ handle: Handle, by chosen: String? = nil, name: String = "", video: Bool = false) {
        let dialsAsIs = handle.kind == .phoneNumber && calls.registry.dialsAsIs(KeypadText(handle.value))
        guard !dialsAsIs, directory.presence == .running else {
            return dialer.call(handle.wire, provider: chosen ?? "", name: name, video: video)
        }
        directory.lookUp(handle.wire, within: Self.patience) { [unowned self] facts in
            let proposed = PhoneLine.provider(
                for: handle.kind, in: calls.registry, proposed: facts?[.providers]?.strings ?? [])
            let name = facts?.text(.displayName) ?? ""
            dialer.call(handle.wire, provider: chosen ?? proposed, name: name, video: video)
        }
    }
}

// SPDX-License-Identifier: MIT

package import CallCore

extension Policy {
    /// The providers of our own bridge to modems. Its package creates the account.
    package static let bridgedModems = "org.monkeycall.Modem" + below
    package static let bridgeAccount = "monkeycall-bridge"

    /// Lets our own bridge carry calls of modems, unless the administrator's file says who does. Without the account no
    /// program may register these identifiers.
    package mutating func admitBridge(account: (String) -> UInt32?) {
        guard cellular[Self.bridgedModems] == nil else { return }
        cellular[Self.bridgedModems] = account(Self.bridgeAccount) ?? Self.nobody
    }
}

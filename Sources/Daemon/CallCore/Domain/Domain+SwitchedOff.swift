// SPDX-License-Identifier: MIT

/// The apps that the user switched off: they cannot ring, and the service never chooses them. Their live calls stay,
/// and so do calls that the user starts in the app or at it by name.
extension Domain {
    /// The user needs every call of a modem, so its apps have no switch. The switch of a sandboxed app is about its app
    /// id too, because it may register any identifier below that.
    func isSwitchedOff(_ provider: Provider) -> Bool {
        provider.providerClass != .cellular && switchedOff.contains(provider.identifier, app: provider.app)
    }

    /// The provider of this identifier need not be registered.
    func isSwitchedOff(_ identifier: String) -> Bool {
        providers[identifier].map { isSwitchedOff($0) } ?? switchedOff.contains(identifier)
    }
}

// SPDX-License-Identifier: MIT

/// The request of a call from recents, contacts or a `tel:` link: the app is asked, and answers with a start-call
/// transaction.
extension Domain {
    mutating func requestStartCall(
        _ identifier: String, _ handle: Handle, _ details: StartCallDetails, from caller: Caller
    ) throws(CallError) -> String {
        guard identifier.isEmpty || caller.mayName(identifier) else {
            throw CallError(.unentitled, Self.refusal(toName: identifier, caller))
        }
        let asked = identifier.isEmpty ? defaultProvider(for: handle) : providers[identifier]
        guard let provider = try emergencyProvider(for: handle, insteadOf: asked, caller, .unentitled) ?? asked else {
            throw unknownProvider(identifier, handle)
        }
        guard caller.mayRequest(of: provider) else {
            throw CallError(.unentitled, "This connection may start calls of its own provider only.")
        }
        let supported = provider.configuration.supportedHandleTypes
        guard supported.isEmpty || supported.contains(handle.kind) else {
            throw CallError(
                .invalidArgs,
                "\(provider.identifier) calls \(supported.map(\.rawValue).joined(separator: ", ")) only, not a "
                    + "\(handle.kind.rawValue).")
        }
        var details = details
        // A name from the address book stays outside of sandboxes.
        if provider.app != nil { details.displayName = "" }
        tell(provider, .startCallRequested(handle, details))
        return provider.identifier
    }

    /// The user's choice for this type of handle, or the first registered provider that supports it. A provider that
    /// names no type is chosen only if it is the only one.
    private func defaultProvider(for handle: Handle) -> Provider? {
        if let chosen = shells.state.defaultProviders[handle.kind] { return providers[chosen] }
        if providers.count == 1, let only = providers.values.first, only.configuration.supportedHandleTypes.isEmpty {
            return only
        }
        return providers.values.filter { $0.configuration.supportedHandleTypes.contains(handle.kind) }
            .min { $0.id < $1.id }
    }

    private func unknownProvider(_ identifier: String, _ handle: Handle) -> CallError {
        let wanted = identifier.isEmpty ? shells.state.defaultProviders[handle.kind] ?? "" : identifier
        guard !wanted.isEmpty else {
            return CallError(
                .unknownProvider,
                "No registered provider supports the handle type \(handle.kind.rawValue). Start an app that does.")
        }
        guard let entry = providers.desktopEntry(of: wanted), !entry.isEmpty else {
            return CallError(.unknownProvider, "No provider \(wanted) is registered. Start its app first.")
        }
        return CallError(.unknownProvider, "\(wanted) is not running. Start DesktopEntry=\(entry), then ask again.")
    }
}

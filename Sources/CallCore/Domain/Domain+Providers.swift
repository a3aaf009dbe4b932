// SPDX-License-Identifier: MIT

/// Providers: registered, configured, invalidated, lost.
extension Domain {
    mutating func register(_ identifier: String, _ configuration: ProviderConfiguration, from caller: Caller)
        throws(CallError) -> ProviderID
    {
        guard caller.mayRegister(identifier) else {
            throw CallError(.unentitled, Self.refusal(toRegister: identifier, caller))
        }
        guard limits.allowsIdentifier(identifier) else {
            throw CallError(
                .invalidArgs,
                "The identifier must have 1 to \(limits.textLength) bytes, of letters, digits, dots, dashes and _.")
        }
        guard caller.uid == policy.cellular[identifier, default: caller.uid] else {
            throw CallError(.unentitled, "The administrator keeps \(identifier) for another user's modem service.")
        }
        guard providerIDs[identifier] == nil else {
            throw CallError(
                .providerAlreadyRegistered,
                "\(identifier) is registered. SetProviderConfiguration changes it, InvalidateProvider removes it.")
        }
        guard providers.count < limits.providers else {
            throw CallError(.limitsExceeded, "The registry keeps \(limits.providers) providers of a user.")
        }
        lastProviderID += 1
        let provider = Provider(
            id: lastProviderID, identifier: identifier, client: caller.client, app: caller.app,
            providerClass: policy.cellular[identifier] == nil ? .voip : .cellular,
            configuration: withDefaults(configuration, identifier))
        output.touch(provider.id, before: Provider?.none)
        providers[provider.id] = provider
        providerIDs[identifier] = provider.id
        providersOfClient[caller.client, default: []].insert(provider.id)
        tell(provider, .didBegin)
        return provider.id
    }

    mutating func configure(_ identifier: String, _ configuration: ProviderConfiguration, from caller: Caller)
        throws(CallError)
    {
        let provider = try own(identifier, .unknownProvider, from: caller)
        var configuration = configuration
        if !provider.calls.isEmpty {
            let holdsImplicitly = provider.configuration.holdsImplicitly
            guard configuration.holdsImplicitly ?? holdsImplicitly == holdsImplicitly else {
                throw CallError(
                    .invalidArgs,
                    "HoldsImplicitly stays as it is while \(identifier) has calls. Leave it out, or end them first.")
            }
            configuration.holdsImplicitly = holdsImplicitly
        }
        configuration = withDefaults(configuration, identifier)
        output.touch(provider.id, before: provider)
        providers[provider.id]?.configuration = configuration
        guard provider.configuration.localizedName != configuration.localizedName else { return }
        for call in provider.calls { update(call) { $0.providerName = configuration.localizedName } }
    }

    mutating func invalidate(_ identifier: String, from caller: Caller) throws(CallError) {
        remove(try own(identifier, .unknownProvider, from: caller), because: .providerInvalidated)
    }

    /// A connection has gone: its providers, its shell, whatever it had.
    mutating func lose(_ client: Client) {
        for id in providersOfClient[client, default: []].sorted() {
            if let provider = providers[id] { remove(provider, because: .providerLost) }
        }
        loseShell(client)
        // A unique name never comes back, so nothing repeats these requests.
        completedTransactions.mapValues { $0?.client == client ? nil : $0 }
    }

    /// The one way in which a provider goes: its calls end as failed, and it is told nothing more.
    mutating func remove(_ provider: Provider, because reason: Reason) {
        output.touch(provider.id, before: provider)
        providers[provider.id] = nil
        desktopEntries.insert(provider.identifier, provider.configuration.desktopEntry)
        providerIDs[provider.identifier] = nil
        providersOfClient[provider.client]?.remove(provider.id)
        if providersOfClient[provider.client]?.isEmpty == true { providersOfClient[provider.client] = nil }
        for call in provider.calls { end(call, as: .failed, because: reason) }
    }

    /// The provider of that identifier, if the caller is the connection that registered it.
    func own(
        _ identifier: String, _ unknown: CallError.Code, _ unentitled: CallError.Code = .unentitled, from caller: Caller
    ) throws(CallError) -> Provider {
        guard caller.mayName(identifier) else { throw CallError(unentitled, Self.refusal(toName: identifier, caller)) }
        guard let provider = provider(identifier) else {
            throw CallError(unknown, "No provider \(identifier) is registered. RegisterProvider comes first.")
        }
        guard caller.mayReport(for: provider) else {
            throw CallError(unentitled, "Only the connection that registered \(identifier) may do that.")
        }
        return provider
    }

    /// A live call, if the caller is the connection of its provider.
    func own(_ id: CallID, from caller: Caller) throws(CallError) -> Call {
        let (call, provider) = try find(id, unknown: .unknownCall)
        guard caller.mayReport(for: provider) else {
            throw CallError(.unentitled, "Only the connection that registered the call's provider may report about it.")
        }
        return call
    }

    func provider(_ identifier: String) -> Provider? { providerIDs[identifier].flatMap { providers[$0] } }

    mutating func tell(_ provider: Provider, _ signal: ProviderSignal) {
        output.tells.append(.tell(provider.client, provider: provider.identifier, signal))
    }

    private func withDefaults(_ configuration: ProviderConfiguration, _ identifier: String) -> ProviderConfiguration {
        var configuration = configuration
        if configuration.localizedName.isEmpty { configuration.localizedName = identifier }
        configuration.holdsImplicitly = configuration.holdsImplicitly ?? false
        return configuration
    }

    private static func refusal(toRegister identifier: String, _ caller: Caller) -> String {
        caller.mayName(identifier)
            ? "The administrator cannot be a provider of another user." : refusal(toName: identifier, caller)
    }

    /// The same whether there is such a provider or not.
    static func refusal(toName identifier: String, _ caller: Caller) -> String {
        guard let app = caller.app, !app.isEmpty else {
            return "It cannot be told in which sandbox the caller runs, so it has no provider, neither \(identifier)."
        }
        return "This connection is held to \(app): it has \(app) and what begins with \(app)., not \(identifier)."
    }
}

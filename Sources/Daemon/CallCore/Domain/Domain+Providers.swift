// SPDX-License-Identifier: MIT

/// Providers: registered, configured, invalidated, lost.
extension Domain {
    mutating func register(_ identifier: String, _ configuration: ProviderConfiguration, from caller: Caller)
        throws(CallError) -> ProviderID
    {
        if let known = providers[identifier], caller.mayReport(for: known) {
            try configure(identifier, configuration, from: caller)
            return known.id
        }
        try require(caller.mayRegister(identifier), .unentitled, Self.refusal(toRegister: identifier, caller))
        try require(
            limits.allowsIdentifier(identifier), .invalidArgs,
            """
            An identifier must have 1 to \(limits.textLength) bytes: letters, digits, dots, hyphens and _. It must not \
            begin with a dot or a hyphen.
            """)
        let account = policy.account(of: identifier)
        try require(
            caller.uid == account ?? caller.uid, .unentitled,
            "The administrator reserved \(identifier) for another user's modem service. Use another identifier.")
        try require(
            providers[identifier] == nil, .providerAlreadyRegistered,
            "Another connection has registered \(identifier). Use another identifier, or end that connection first.")
        let providerClass = account == nil ? ProviderClass.voip : .cellular
        try checkProviderCount(of: caller.account, providerClass)
        try checkEmergencyNumbers(of: configuration, identifier, providerClass)
        try checkNames(of: configuration, caller)
        let named = withDefaults(configuration, identifier)
        if providerClass == .voip {
            try checkRoom(for: Cost.provider + identifier.cost + named.cost, of: caller.account)
        }
        let provider = Provider(
            id: providers.nextID(), identifier: identifier, client: caller.client, app: caller.app,
            account: caller.account, providerClass: providerClass,
            configuration: named)
        providers.register(provider)
        send(.didBegin, to: provider)
        return provider.id
    }

    mutating func configure(_ identifier: String, _ configuration: ProviderConfiguration, from caller: Caller)
        throws(CallError)
    {
        let provider = try own(identifier, .unknownProvider, from: caller)
        try checkEmergencyNumbers(of: configuration, identifier, provider.providerClass)
        try checkNames(of: configuration, caller)
        var configuration = configuration
        if !provider.calls.isEmpty {
            let holdsImplicitly = provider.configuration.holdsImplicitly
            try require(
                configuration.holdsImplicitly ?? holdsImplicitly == holdsImplicitly, .invalidArgs,
                "HoldsImplicitly cannot change while \(identifier) has calls. Leave it out, or end the calls first.")
            configuration.holdsImplicitly = holdsImplicitly
        }
        configuration = withDefaults(configuration, identifier)
        if configuration != provider.configuration {
            // Each call has the name of its provider.
            let names = provider.calls.count * (configuration.localizedName.cost - provider.nameCost)
            try checkRoom(for: configuration.cost - provider.configuration.cost + names, at: provider)
        }
        providers.configure(provider.id, configuration)
        let configured = providers[provider.id]
        guard configured?.configuration != provider.configuration else { return }
        for call in provider.calls { calls.update(call) { $0.follow(configured) } }
    }

    mutating func invalidate(_ identifier: String, from caller: Caller) throws(CallError) {
        remove(try own(identifier, .unknownProvider, from: caller), because: .providerInvalidated)
    }

    /// A connection is gone, and with it its providers and its shell.
    mutating func lose(_ client: Client) {
        for id in providers.idsOfClient[client, default: []].sorted() {
            if let provider = providers[id] { remove(provider, because: .providerLost) }
        }
        loseShell(client)
        loseDirectory(client)
        transactions.forgetRequests(of: client)
    }

    /// The one way in which a provider is removed: its calls end as failed, and it is told nothing more.
    mutating func remove(_ provider: Provider, because reason: Reason) {
        for call in screenings.calls(of: provider.id) { endScreening(of: call.id, as: .failed, because: reason) }
        providers.remove(provider)
        for call in provider.calls { end(call, as: .failed, because: reason, of: provider) }
    }

    /// The provider of that identifier, if the caller is the connection that registered it.
    func own(
        _ identifier: String, _ unknown: CallError.Code, _ unentitled: CallError.Code = .unentitled, from caller: Caller
    ) throws(CallError) -> Provider {
        guard caller.mayName(identifier) else { throw CallError(unentitled, Self.refusal(toName: identifier, caller)) }
        guard let provider = providers[identifier] else {
            throw CallError(unknown, "No provider \(identifier) is registered. Call RegisterProvider first.")
        }
        try require(
            caller.mayReport(for: provider), unentitled,
            "Only the connection that registered \(identifier) may do this.")
        return provider
    }

    /// A live call, if the caller is the connection of its provider.
    func own(_ id: CallID, from caller: Caller) throws(CallError) -> Call {
        let (call, provider) = try find(id, unknown: .unknownCall)
        try require(
            caller.mayReport(for: provider), .unentitled,
            "Only the connection that registered the call's provider may report about it.")
        return call
    }

    mutating func send(_ signal: ProviderSignal, to provider: Provider) {
        output.effects.append(.send(provider.client, provider: provider.identifier, signal))
    }

    /// Programs that draw and play would open a path or an address, and others start the app of a desktop entry.
    private func checkNames(of configuration: ProviderConfiguration, _ caller: Caller) throws(CallError) {
        let entry = configuration.desktopEntry
        try require(
            entry.isEmpty || SandboxName.owns(desktopEntry: entry, app: caller.app), .invalidArgs,
            "DesktopEntry must be a desktop file of the app itself. The app owns \(SandboxName.owned(by: caller.app ?? ""))"
        )
        for (key, name) in [("Icon", configuration.icon), ("Ringtone", configuration.ringtone)]
        where !limits.allowsThemedName(name) {
            throw CallError(
                .invalidArgs,
                "\(key) must be a name of the theme: letters, digits, hyphens, dots and _, no dot first and no two dots "
                    + "together. Send a file as a sealed memfd.")
        }
    }

    private func withDefaults(_ configuration: ProviderConfiguration, _ identifier: String) -> ProviderConfiguration {
        var configuration = configuration
        if configuration.localizedName.isEmpty { configuration.localizedName = identifier }
        configuration.holdsImplicitly = configuration.holdsImplicitly ?? false
        return configuration
    }

    private static func refusal(toRegister identifier: String, _ caller: Caller) -> String {
        caller.mayName(identifier)
            ? "The administrator cannot register a provider of another user. Register it as that user."
            : refusal(toName: identifier, caller)
    }

    /// The same text whether such a provider exists or not.
    static func refusal(toName identifier: String, _ caller: Caller) -> String {
        guard let app = caller.app, !app.isEmpty else {
            return
                "Cannot identify the sandbox of the calling process, so it cannot use a provider such as \(identifier)."
        }
        return "This app may not use the identifier \(identifier). It owns \(SandboxName.owned(by: app))"
    }
}

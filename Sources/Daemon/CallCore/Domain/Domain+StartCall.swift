// SPDX-License-Identifier: MIT

/// The request of a call from recents, contacts or a `tel:` link: the app is asked, and answers with a start-call
/// transaction.
extension Domain {
    mutating func requestStartCall(
        _ identifier: String, _ handle: Handle, _ details: StartCallDetails, from caller: Caller
    ) throws(CallError) -> String {
        try require(
            identifier.isEmpty || caller.mayName(identifier), .unentitled, Self.refusal(toName: identifier, caller))
        let asked = identifier.isEmpty ? defaultProvider(for: handle) : providers[identifier]
        guard let provider = try emergencyProvider(for: handle, insteadOf: asked, caller, .unentitled) ?? asked else {
            throw unknownProvider(identifier, handle)
        }
        try require(
            caller.mayRequest(of: provider), .unentitled, "This connection may start calls of its own provider only.")
        let supported = provider.configuration.supportedHandleTypes
        try require(
            supported.isEmpty || supported.contains(handle.kind), .invalidArgs,
            "\(provider.identifier) calls \(supported.map(\.rawValue).joined(separator: ", ")) only, not a "
                + "\(handle.kind.rawValue).")
        var details = details
        // A name from the address book stays outside of sandboxes.
        if provider.app != nil { details.displayName = "" }
        // The user plays the tones, so the provider gets them only then.
        let tones = RequestedTones(handle: handle, postDial: details.postDial)
        let isKept = !details.postDial.isEmpty && (try? checkRoom(for: tones.cost, at: provider)) != nil
        providers.request(isKept ? tones : nil, of: provider.id)
        details.postDial = ""
        send(.startCallRequested(handle, details), to: provider)
        return provider.identifier
    }

    /// The provider that the caller may answer a request for. Throws for another connection. Changes nothing: the
    /// service keeps the requesters that wait, and the core has decided everything when it asks the app.
    package func answeringProvider(_ identifier: String, from caller: Caller) throws(CallError) -> ProviderID {
        try own(identifier, .unknownProvider, from: caller).id
    }

    /// The user's choice for this type of handle, or the first registered provider that supports it. A provider that
    /// names no type is chosen only if it is the only one. An app that the user switched off is left out.
    private func defaultProvider(for handle: Handle) -> Provider? {
        if let chosen = shells.state.defaultProviders[handle.kind], !isSwitchedOff(chosen) { return providers[chosen] }
        let allowed = providers.values.filter { !isSwitchedOff($0) }
        if allowed.count == 1, let only = allowed.first, only.configuration.supportedHandleTypes.isEmpty {
            return only
        }
        return allowed.filter { $0.configuration.supportedHandleTypes.contains(handle.kind) }.min { $0.id < $1.id }
    }

    private func unknownProvider(_ identifier: String, _ handle: Handle) -> CallError {
        let wanted = identifier.isEmpty ? shells.state.defaultProviders[handle.kind] ?? "" : identifier
        guard !wanted.isEmpty else {
            return CallError(
                .unknownProvider,
                "No registered provider supports the handle type \(handle.kind.rawValue). Start an app that does.")
        }
        if identifier.isEmpty, isSwitchedOff(wanted) {
            return CallError(
                .unknownProvider,
                "The user has switched off \(wanted), and no other registered provider supports the handle type "
                    + "\(handle.kind.rawValue). Allow the app, or start another one.")
        }
        guard let entry = providers.desktopEntry(of: wanted), !entry.isEmpty else {
            return CallError(.unknownProvider, "No provider \(wanted) is registered. Start its app first.")
        }
        return CallError(.unknownProvider, "\(wanted) is not running. Start DesktopEntry=\(entry), then ask again.")
    }
}

/// Emergency numbers. A call to one of them is an emergency call over the telephone network, whichever provider was
/// asked.
extension Domain {
    /// The request with its emergency calls: each goes to a cellular provider. A request with too many actions is
    /// refused anyway.
    func withEmergencies(_ request: Request, from caller: Caller) throws(CallError) -> Request {
        guard request.items.count <= limits.actionsPerTransaction else { return request }
        var request = request
        for index in request.items.indices {
            guard case .start(let start) = request.items[index].kind else { continue }
            request.items[index].kind = .start(try withEmergency(start, from: caller))
        }
        return request
    }

    private func withEmergency(_ start: StartAction, from caller: Caller) throws(CallError) -> StartAction {
        // The refusal of a name says nothing about the provider.
        guard caller.mayName(start.provider) else { return start }
        let named = providers[start.provider]
        if named?.providerClass == .cellular {
            var start = start
            if cellularProvider(dialing: start.handle) != nil { start.emergency = true }
            return start
        }
        // A call that is dialed already goes on, so the emergency service would get a second one.
        guard !start.dialed,
            let provider = try emergencyProvider(for: start.handle, insteadOf: named, caller, .requestUnentitled)
        else { return start }
        var emergency = StartAction(provider: provider.identifier, handle: start.handle)
        emergency.emergency = true
        return emergency
    }

    /// The provider that calls an emergency number instead of another one; nil for any other number, and if the other
    /// one is cellular itself. A sandboxed app calls no emergency service without the user, so its request is refused.
    func emergencyProvider(
        for handle: Handle, insteadOf other: Provider?, _ caller: Caller, _ code: CallError.Code
    ) throws(CallError) -> Provider? {
        guard other?.providerClass != .cellular, let provider = cellularProvider(dialing: handle) else { return nil }
        try require(
            caller.mayRequest(of: provider), code,
            "This is an emergency number, which only programs outside a sandbox may call. Tell the user to call it with "
                + "another program.")
        return provider
    }

    /// The first cellular provider that names this number among its emergency numbers.
    private func cellularProvider(dialing handle: Handle) -> Provider? {
        guard handle.kind == .phoneNumber, let number = handle.dialable else { return nil }
        return providers.values.filter { $0.configuration.emergencyNumbers.contains(number) }.min { $0.id < $1.id }
    }

    /// Refuses emergency numbers of an app: it would get the user's calls to them.
    func checkEmergencyNumbers(
        of configuration: ProviderConfiguration, _ identifier: String, _ providerClass: ProviderClass
    ) throws(CallError) {
        guard !configuration.emergencyNumbers.isEmpty, providerClass != .cellular else { return }
        throw CallError(
            .unentitled,
            "\(identifier) is not a cellular provider in the administrator's configuration, so it cannot have emergency "
                + "numbers. Leave EmergencyNumbers out.")
    }
}

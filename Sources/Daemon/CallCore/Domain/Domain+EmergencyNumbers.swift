// SPDX-License-Identifier: MIT

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
        guard caller.mayRequest(of: provider) else {
            throw CallError(
                code,
                "This is an emergency number, which only programs outside a sandbox may call. Tell the user to call it with "
                    + "another program.")
        }
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

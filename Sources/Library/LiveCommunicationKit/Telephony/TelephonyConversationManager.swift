// SPDX-License-Identifier: MIT

internal import CallClient
internal import CallContract
internal import CallInterface
internal import CallLibrary
internal import Foundation
internal import SDBus

/// Calls over the telephone network: a modem places them, and the system shows them.
public final class TelephonyConversationManager: Sendable {
    /// The only instance.
    public static let sharedInstance = TelephonyConversationManager()

    private init() {}

    /// The modems of the user, in the order of their identifiers. Asks the service each time, and waits for the answer,
    /// at most a second. Empty for an app in a sandbox, and without an answer.
    public var cellularServices: [CellularService] {
        let providers = ServiceThread.ask { thread, reply in
            Self.providers(on: thread) { found in reply { (try? found.get()) ?? [] } }
        }
        return (providers ?? []).map { CellularService($0) }
    }

    /// Asks a modem to place a call. Returns when the modem was asked; the calls of the service show whether it dials.
    /// - Throws: ``ConversationError``: ``ConversationError/Code/unknownCellularService`` if there is no modem, or the
    ///   named one
    ///   is not there, or the app is in a sandbox; ``ConversationError/Code/invalidAction`` for a handle that the modem
    ///   cannot call.
    public nonisolated(nonsending) func startCellularConversation(
        _ action: StartCellularConversationAction
    ) async throws {
        guard let handle = action.handle, let wire = handle.model?.wire else {
            throw ConversationError(
                .invalidAction, message: "The conversation has no handle; give one that can be called.")
        }
        var details = StartCallDetails()
        if handle.hasName { details.displayName = Limits().fitting(handle.displayName) }
        let options = details.wire
        let refusal: ConversationError? = await withCheckedContinuation { continuation in
            ServiceThread.perform { thread in
                Self.providers(on: thread) { [unowned thread] found in
                    switch Self.choose(from: found, for: action) {
                    case .failure(let refusal): continuation.resume(returning: refusal)
                    case .success(let provider):
                        thread.client.call(.requestStartCall, provider.identifier, wire, options) { reply in
                            continuation.resume(returning: reply.refusal)
                        }
                    }
                }
            }
        }
        if let refusal { throw refusal }
    }

    // MARK: On the service thread

    /// The modems that this app may see.
    private static func providers(
        on thread: ServiceThread, then completion: @escaping (Result<[ProviderRecord], BusError>) -> Void
    ) {
        thread.client.loadRegistry { registry in
            completion(
                registry.map { registry in
                    registry.providersInOrder.filter { $0.providerClass == ProviderClass.cellular.rawValue }
                })
        }
    }

    /// The modem that is asked, or why there is none.
    private static func choose(
        from found: Result<[ProviderRecord], BusError>, for action: StartCellularConversationAction
    ) -> Result<ProviderRecord, ConversationError> {
        found.mapError { ConversationError($0) }.flatMap { providers in
            let chosen =
                if let service = action.service {
                    providers.first { CellularService.id(of: $0) == service.id }
                } else {
                    providers.first { $0.identifier == action.provider }
                        ?? providers.first { $0.reachesEmergency(action.handle?.model) } ?? providers.first
                }
            if let chosen { return .success(chosen) }
            let missing = action.service.map { "The cellular service \($0.label) is not there" }
            return .failure(
                ConversationError(
                    .unknownCellularService,
                    message: (missing ?? "There is no cellular service")
                        + "; connect the modem and start its bridge. An app in a sandbox sees none."))
        }
    }
}

extension ProviderRecord {
    /// Whether the handle is one of its emergency numbers.
    fileprivate func reachesEmergency(_ handle: CallContract.Handle?) -> Bool {
        guard let handle, handle.kind == .phoneNumber, let number = handle.dialable else { return false }
        return properties[.emergencyNumbers]?.strings?.contains(number) == true
    }
}

extension Result<Message, BusError> {
    /// The refusal of the request to call.
    fileprivate var refusal: ConversationError? {
        guard case .failure(let error) = self else { return nil }
        return switch error.code {
        case .unknownProvider: ConversationError(.unknownCellularService, message: error.message)
        case .invalidArgs: ConversationError(.invalidAction, message: error.message)
        default: ConversationError(error)
        }
    }
}

// SPDX-License-Identifier: MIT

internal import CallClient
internal import CallContract
internal import CallInterface
internal import CallLibrary
public import Foundation
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
                            continuation.resume(returning: reply.failure?.refusal)
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
            completion(registry.map { $0.providersInOrder.filter(\.isCellular) })
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

extension BusError {
    /// The refusal of the request to call.
    fileprivate var refusal: ConversationError {
        switch code {
        case .unknownProvider: ConversationError(.unknownCellularService, message: message)
        case .invalidArgs: ConversationError(.invalidAction, message: message)
        default: ConversationError(self)
        }
    }
}

/// A modem or phone that places calls over the telephone network: a provider of the class `cellular`.
public struct CellularService: Identifiable, Hashable, Codable, Sendable {
    /// Identifies the service, also after a restart of the computer.
    public let id: UUID
    /// The name for people.
    public let label: String
}

extension CellularService {
    init(_ provider: ProviderRecord) {
        (id, label) = (Self.id(of: provider), provider.name)
    }

    /// The stable hash of the provider's identifier, as a UUID of version 8, which says that its bits are made this
    /// way.
    static func id(of provider: ProviderRecord) -> UUID {
        let hash = provider.identifier.utf8.stableLongHash()
        let high = UInt64(truncatingIfNeeded: hash >> 64) & ~0xf000 | 0x8000
        let low = UInt64(truncatingIfNeeded: hash) & ~(0b11 << 62) | 0b10 << 62
        return UUID(CallID(high: high, low: low))
    }
}

/// A call over the telephone network, for ``TelephonyConversationManager/startCellularConversation(_:)``.
public struct StartCellularConversationAction: Hashable, Sendable {
    /// Nil = the other side hid its number.
    let handle: Handle?
    let service: CellularService?
    /// The provider of the recent conversation.
    let provider: String?

    /// Creates an action that calls the handle with that service. Without one the first service with the number in its
    /// list of emergency numbers calls it, else the first of all.
    public init(_ handle: Handle, cellularService: CellularService? = nil) {
        (self.handle, service, provider) = (handle, cellularService, nil)
    }

    /// Creates an action that calls the other side of a conversation again, with the same service if it is there.
    public init(_ recentConversation: ConversationHistoryManager.RecentConversation) {
        (handle, service) = (recentConversation.handles.first, nil)
        provider = recentConversation.provider
    }
}

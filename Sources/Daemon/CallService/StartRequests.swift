// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// The requests to start a call whose requesters wait until the app has answered. The core has asked the app already,
/// and an answer changes no call: so they are no part of its state.
final class StartRequests {
    /// A requester that waits.
    private struct Waiting {
        let provider: ProviderID
        let identifier: String
        let handle: Handle
        let reply: PendingReply<String>
        let timer: AnyObject?
    }

    /// How long an app may take, in microseconds. An app that asks its user first, or that knows nothing of answers,
    /// has been asked: this is success.
    private static let patience: UInt64 = 3_000_000
    /// A program that asks more often does not keep the service from doing anything else.
    private static let mostWaiting = 64

    private let clock: ServiceClock
    private var waiting: [UInt64: Waiting] = [:]
    private var last: UInt64 = 0

    init(_ clock: ServiceClock) { self.clock = clock }

    /// The requester gets its reply when the app has answered, or after a while; at once if too many wait.
    func keep(_ reply: PendingReply<String>, of provider: Provider, _ handle: Handle) {
        guard waiting.count < Self.mostWaiting else { return reply.succeed(provider.identifier) }
        reply.releaseArguments()
        last += 1
        let number = last
        let timer = clock.timer(Self.patience) { [unowned self] in
            guard let late = waiting.removeValue(forKey: number) else { return }
            late.reply.succeed(late.identifier)
        }
        guard timer != nil else { return reply.succeed(provider.identifier) }
        waiting[number] = Waiting(
            provider: provider.id, identifier: provider.identifier, handle: handle, reply: reply, timer: timer)
    }

    /// The app has answered all requests with that handle; nil = with any.
    func answer(_ provider: ProviderID, about handle: Handle? = nil, isHandled: Bool) {
        for request in take(where: { $0.provider == provider && (handle == nil || $0.handle == handle) }) {
            if isHandled {
                request.reply.succeed(request.identifier)
            } else {
                request.reply.fail(
                    CallError(
                        .startCallNotHandled,
                        "\(request.identifier) does not start calls that are requested elsewhere. Start the call in its "
                            + "window, or choose another app."
                    ).onBus)
            }
        }
    }

    /// The provider is gone.
    func lose(_ provider: Provider) {
        for request in take(where: { $0.provider == provider.id }) {
            request.reply.fail(
                CallError(
                    .unknownProvider,
                    "\(request.identifier) has left before it took the request. Start it, then ask again."
                ).onBus)
        }
    }

    /// In the order of the requests.
    private func take(where isMeant: (Waiting) -> Bool) -> [Waiting] {
        let taken = waiting.filter { isMeant($0.value) }.sorted { $0.key < $1.key }
        for request in taken { waiting[request.key] = nil }
        return taken.map(\.value)
    }
}

// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

/// A call to make with a certain app.
struct CallOrder: Hashable {
    /// Identifier of the provider.
    let provider: String
    let handle: WireHandle
    var details = StartCallDetails()
    /// Starts the app; empty if unknown.
    let desktopEntry: String
}

extension CallOrder {
    /// A call back through the app that missed the call. `token` lets the app raise its window.
    init(_ missed: MissedCall, token: String) {
        self.init(provider: missed.call.provider, handle: missed.call.handle, desktopEntry: missed.desktopEntry)
        details.activationToken = token
    }
}

/// Asks an app to make a call, and starts the app if it is not running.
final class CallBack {
    /// The time in microseconds that an app may take to start. If it starts later, the user opened it for another
    /// purpose.
    private static let startTimeout: UInt64 = 30_000_000

    private let session: BusConnection
    private let service: CallServiceClient
    private let loop: EventLoop
    private var providers: Set<String> = []
    /// The last order, while its app starts and has not registered yet.
    private var waiting: (order: CallOrder, timer: Timer?, completion: (Bool) -> Void)?

    init(_ session: BusConnection, _ service: CallServiceClient, _ loop: EventLoop) {
        self.session = session
        self.service = service
        self.loop = loop
    }

    func follow(_ state: DesktopState) {
        providers = Set(state.registry.providers.values.map(\.identifier))
        guard let (order, _, completion) = waiting, providers.contains(order.provider) else { return }
        waiting = nil
        request(order, completion)
    }

    /// The answer says whether the service asked the app.
    func begin(_ order: CallOrder, then completion: @escaping (Bool) -> Void) {
        if providers.contains(order.provider) { return request(order, completion) }
        finish(false)
        waiting = (order, nil, completion)
        waiting?.timer = loop.timer(after: Self.startTimeout) { [unowned self] in finish(false) }
        open(order.desktopEntry, token: order.details.activationToken) { [unowned self] isOpen in
            if !isOpen, waiting?.order == order { finish(false) }
        }
    }

    /// Opens an app that the bus can start. The answer says whether it could.
    func open(_ desktopEntry: String, token: String, then completion: @escaping (Bool) -> Void = { _ in }) {
        guard let name = BusName(desktopEntry) else { return completion(false) }
        let target = CallTarget(name, ObjectPath(ofProgram: name), "org.freedesktop.Application", "Activate")
        do throws(BusError) {
            try session.callAsync(target, [String: Variant](activationToken: token)) {
                completion((try? $0.get()) != nil)
            }
        } catch {
            completion(false)
        }
    }

    /// Drops the order whose app has not registered yet.
    func cancel() { finish(false) }

    private func finish(_ isAsked: Bool) {
        let completion = waiting?.completion
        waiting = nil
        completion?(isAsked)
    }

    private func request(_ order: CallOrder, _ completion: @escaping (Bool) -> Void) {
        service.startCall(order.provider, order.handle, order.details) { completion($0 == nil) }
    }
}

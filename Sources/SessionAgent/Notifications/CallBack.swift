// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

/// Calls back through the app that missed the call, and starts the app if it is not running.
final class CallBack {
    /// The time in microseconds that an app may take to start. If it starts later, the user opened it for another purpose.
    private static let startTimeout: UInt64 = 30_000_000

    private let session: BusConnection
    private let service: CallServiceClient
    private let loop: EventLoop
    private var providers: Set<String> = []
    /// The last press, while its app starts and has not registered yet.
    private var waiting: (missed: MissedCall, token: String, timer: Timer?, completion: (Bool) -> Void)?

    init(_ session: BusConnection, _ service: CallServiceClient, _ loop: EventLoop) {
        self.session = session
        self.service = service
        self.loop = loop
    }

    func follow(_ state: DesktopState) {
        providers = Set(state.registry.providers.values.map(\.identifier))
        guard let (missed, token, _, completion) = waiting, providers.contains(missed.call.provider) else { return }
        waiting = nil
        request(missed, token, completion)
    }

    /// The answer says whether the service asked the app. `token` lets the app raise its window.
    func begin(_ missed: MissedCall, token: String, then completion: @escaping (Bool) -> Void) {
        if providers.contains(missed.call.provider) { return request(missed, token, completion) }
        finish(false)
        waiting = (missed, token, nil, completion)
        waiting?.timer = try? loop.timer(after: Self.startTimeout) { [unowned self] in finish(false) }
        open(missed.desktopEntry, token: token) { [unowned self] isOpen in
            if !isOpen, waiting?.missed.call == missed.call { finish(false) }
        }
    }

    /// Opens an app that the bus can start. The answer says whether it could.
    func open(_ desktopEntry: String, token: String, then completion: @escaping (Bool) -> Void = { _ in }) {
        let path = "/" + desktopEntry.replacing(".", with: "/").replacing("-", with: "_")
        let platformData: [String: Variant] =
            token.isEmpty ? [:] : ["activation-token": .string(token), "desktop-startup-id": .string(token)]
        let target = CallTarget(desktopEntry, path, "org.freedesktop.Application", "Activate")
        do throws(BusError) {
            try session.callAsync(target, platformData) { completion((try? $0.get()) != nil) }
        } catch {
            // Not a valid bus name.
            completion(false)
        }
    }

    private func finish(_ isAsked: Bool) {
        let completion = waiting?.completion
        waiting = nil
        completion?(isAsked)
    }

    private func request(_ missed: MissedCall, _ token: String, _ completion: @escaping (Bool) -> Void) {
        service.startCall(missed.call.provider, missed.call.handle, activationToken: token, then: completion)
    }
}

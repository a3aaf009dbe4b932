// SPDX-License-Identifier: MIT

import GTK
package import SDBus

/// Shows calls above the lock screen of Plasma on Wayland. It must run before the screen is locked, so it runs as long as the session,
/// and has a window only while the screen is locked and there is a call.
@MainActor
package final class OverlayApplication {
    package static let id = "org.monkeycall.Phone.LockScreen"

    private let application: Application
    private let loop: EventLoop
    private let calls: AgentCalls
    private let log: (String) -> Void
    private var source: LoopSource?
    private var overlay: OverlayWindow?
    /// The desktop has refused: it shows the window under its lock screen, where a window is of no use.
    private var isRefused = false

    package init(_ loop: EventLoop, _ session: BusConnection, log: @escaping (String) -> Void) {
        application = Application(id: Self.id, name: "MonkeyCall")
        (self.loop, self.log) = (loop, log)
        calls = AgentCalls(session, log: log)
    }

    /// Runs until the session ends. Returns the exit code.
    package func run() -> Int32 {
        application.onStartup { [unowned self] in start() }
        application.onActivate {}
        return application.run(program: "monkeycall-phone", [])
    }

    private func start() {
        source = LoopSource(loop)
        application.hold()
        do throws(BusError) {
            try calls.begin { [unowned self] in show() }
        } catch {
            log("Cannot follow the agent: \(error.message)")
            application.quit()
        }
    }

    private func show() {
        let call = calls.calls.first { $0.isUrgent } ?? calls.calls.last
        guard let call, calls.isLocked, !isRefused else {
            overlay?.window.destroy()
            overlay = nil
            return
        }
        if overlay == nil {
            do throws(InterfaceError) {
                overlay = try OverlayWindow { [unowned self] in
                    calls.press($0, of: $1)
                } _: { [unowned self] in
                    if !$0 { refuse() }
                }
            } catch {
                return log(error.message)
            }
        }
        overlay?.show(call)
        overlay?.window.present()
    }

    private func refuse() {
        isRefused = true
        log("The desktop shows no windows of this program above its lock screen. Only Plasma on Wayland can do it.")
        loop.deferred { [unowned self] in show() }
    }
}

// SPDX-License-Identifier: MIT

import GTK
package import SDBus

/// Shows calls above the lock screen of Plasma on Wayland. It must run before the screen is locked, so it runs as long
/// as the session, and has a window only while the screen is locked and there is a call.
@MainActor
package final class OverlayApplication {
    package static let id = "org.monkeycall.Phone.LockScreen"

    private let application: Application
    private let loop: EventLoop
    private let calls: AgentCalls
    private let log: Log
    private var source: LoopSource?
    private var overlay: OverlayWindow?
    /// The desktop has refused: it shows the window under its lock screen, where a window is of no use.
    private var isRefused = false
    /// How often the window came back since the first call that rings or is active.
    private var returns = 0
    private static let mostReturns = 50

    package init(_ loop: EventLoop, _ session: BusConnection, log: Log) {
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
            log("cannot follow the agent", error)
            application.quit()
        }
    }

    private func show() {
        // The agent puts the most important call first.
        guard let call = calls.calls.first, calls.isLocked, !isRefused else {
            let old = overlay
            (overlay, returns) = (nil, 0)
            old?.window.destroy()
            return
        }
        if overlay == nil {
            do throws(InterfaceError) {
                let overlay = try OverlayWindow { [unowned self] in
                    calls.press($0, of: $1)
                } _: { [unowned self] in
                    if !$0 { refuse() }
                }
                followActivation(of: overlay)
                self.overlay = overlay
            } catch {
                return log("cannot show the window above the lock screen", ["message": error.message])
            }
        }
        overlay?.show(call)
        overlay?.window.present()
    }

    /// KWin 5.27 activates its lock screen when the mouse moves there, and raises it above the window. A new window is
    /// above it again. The limit ends a quarrel of the two.
    private func followActivation(of overlay: OverlayWindow) {
        var isActivated = false
        overlay.window.onStateChange { [weak self, weak overlay] in
            guard let self, let overlay else { return }
            let wasActivated = isActivated
            isActivated = overlay.window.isActivated
            guard wasActivated, !isActivated, returns < Self.mostReturns else { return }
            returns += 1
            loop.deferred { [unowned self] in showAnew() }
        }
    }

    /// Shows a new window. KWin does not put the old one above its lock screen again.
    private func showAnew() {
        let old = overlay
        overlay = nil
        old?.window.destroy()
        show()
    }

    private func refuse() {
        isRefused = true
        log("the desktop shows no windows of this program above its lock screen; only Plasma on Wayland can do it")
        loop.deferred { [unowned self] in show() }
    }
}

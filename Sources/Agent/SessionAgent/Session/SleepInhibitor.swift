// SPDX-License-Identifier: MIT

package import SDBus

/// Keeps the computer awake from ringing or dialing until the last call has ended.
///
/// logind prevents sleep and idle; the desktop, if it has the screen saver's interface, prevents a dark and locked
/// screen. Either may be missing. Both end by themselves when the agent dies.
package final class SleepInhibitor: Neighbour {
    private let session: BusConnection
    private let system: BusConnection?
    private let log: Log
    private var isWanted = false
    /// logind's lock, which holds while this file is open.
    private var lock: BusFile?
    /// The screen saver's cookie, and the program that gave it.
    private var cookie: (saver: RemoteLife, number: UInt32)?

    private static let reason = "A call"
    private static let interface: InterfaceName = "org.freedesktop.ScreenSaver"
    private static let path: ObjectPath = "/org/freedesktop/ScreenSaver"

    package init(session: BusConnection, system: BusConnection?, log: Log) {
        self.session = session
        self.system = system
        self.log = log
    }

    package func follow(_ state: DesktopState) {
        guard state.isInCall != isWanted else { return }
        isWanted = state.isInCall
        if isWanted { inhibit() } else { release() }
    }

    /// No time-out: a late answer still keeps the computer awake, so the agent must get it to end that.
    private func inhibit() {
        let manager = CallTarget(
            "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "Inhibit")
        _ = try? system?.callAsync(manager, "idle:sleep", "MonkeyCall", Self.reason, "block", timeout: .max) {
            [unowned self] in
            // If the call is over, the file closes at once.
            if isWanted, let file = answer($0, BusFile.self)?.value { lock = file }
        }
        let inhibit = CallTarget("org.freedesktop.ScreenSaver", Self.path, Self.interface, "Inhibit")
        _ = try? session.callAsync(inhibit, "MonkeyCall", Self.reason, timeout: .max) { [unowned self] in
            guard let (reply, number) = answer($0, UInt32.self) else { return }
            let saver = RemoteLife(of: reply, on: session)
            // Two answers come if a call ended and the next one began before the first answer. Keep one.
            if isWanted, cookie == nil { cookie = (saver, number) } else { Self.uninhibit(saver, number) }
        }
    }

    private func release() {
        lock = nil
        if let cookie { Self.uninhibit(cookie.saver, cookie.number) }
        cookie = nil
    }

    private static func uninhibit(_ saver: RemoteLife, _ number: UInt32) {
        saver.call(path, interface, "UnInhibit", number)
    }

    private func answer<Value: BusValue>(
        _ reply: Result<Message, BusError>, _: Value.Type
    ) -> (reply: Message, value: Value)? {
        do throws(BusError) {
            let message = try reply.get()
            return (message, try message.read(Value.self))
        } catch {
            // A missing service is no error.
            if error.name != StandardErrorName.serviceUnknown { log("cannot keep the computer awake", error) }
            return nil
        }
    }
}

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
    /// The screen saver's cookie, and the connection that gave it.
    private var cookie: (owner: String, number: UInt32)?

    private static let reason = "A call"
    private static let screenSaver = "org.freedesktop.ScreenSaver"

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
        _ = try? session.callAsync(Self.screenSaver("Inhibit"), "MonkeyCall", Self.reason, timeout: .max) {
            [unowned self] in
            guard let (owner, number) = answer($0, UInt32.self) else { return }
            // Two answers come if a call ended and the next one began before the first answer. Keep one.
            if isWanted, cookie == nil { cookie = (owner, number) } else { uninhibit(owner, number) }
        }
    }

    private func release() {
        lock = nil
        if let cookie { uninhibit(cookie.owner, cookie.number) }
        cookie = nil
    }

    private func uninhibit(_ owner: String, _ number: UInt32) {
        _ = try? session.callAsync(Self.screenSaver("UnInhibit", of: owner), number) { _ in }
    }

    private static func screenSaver(_ member: String, of owner: String = screenSaver) -> CallTarget {
        CallTarget(owner, "/org/freedesktop/ScreenSaver", screenSaver, member)
    }

    private func answer<Value: BusValue>(
        _ reply: Result<Message, BusError>, _: Value.Type
    ) -> (owner: String, value: Value)? {
        do throws(BusError) {
            let message = try reply.get()
            return (message.sender, try message.read(Value.self))
        } catch {
            // A missing service is no error.
            if error.name != StandardErrorName.serviceUnknown { log("cannot keep the computer awake", error) }
            return nil
        }
    }
}

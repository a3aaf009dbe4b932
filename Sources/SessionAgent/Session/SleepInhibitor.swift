// SPDX-License-Identifier: MIT

package import SDBus

/// Keeps the computer awake from ringing or dialing until the last call has ended.
///
/// logind keeps it from sleeping and from being idle, and the desktop, where it has the screen saver's interface, from
/// going dark and locking. Either may be missing. Both let go by themselves when the agent dies.
package final class SleepInhibitor: Neighbour {
    private let session: BusConnection
    private let system: BusConnection?
    private let log: (String) -> Void
    private var isWanted = false
    /// logind's: it counts as long as it is open.
    private var lock: BusFile?
    /// The screen saver's; it belongs to the one that gave it.
    private var cookie: (owner: String, number: UInt32)?

    private static let reason = "A call"
    private static let screenSaver = "org.freedesktop.ScreenSaver"

    package init(session: BusConnection, system: BusConnection?, log: @escaping (String) -> Void) {
        self.session = session
        self.system = system
        self.log = log
    }

    package func follow(_ state: DesktopState) {
        guard state.isInCall != isWanted else { return }
        isWanted = state.isInCall
        if isWanted { inhibit() } else { release() }
    }

    /// Without end, because who is late keeps it awake all the same, and is to be told when that is over.
    private func inhibit() {
        let manager = CallTarget(
            "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "Inhibit")
        _ = try? system?.callAsync(manager, "idle:sleep", "MonkeyCall", Self.reason, "block", timeout: .max) {
            [unowned self] in
            // If the call is over, it is closed at once.
            if isWanted, let file = answer($0, BusFile.self)?.value { lock = file }
        }
        _ = try? session.callAsync(Self.screenSaver("Inhibit"), "MonkeyCall", Self.reason, timeout: .max) {
            [unowned self] in
            guard let (owner, number) = answer($0, UInt32.self) else { return }
            // One is enough: there are two if a call has ended and the next begun before the answer came.
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
            // Nobody there is no error.
            if error.name != StandardErrorName.serviceUnknown { log("Keeping awake: \(error.message)") }
            return nil
        }
    }
}

// SPDX-License-Identifier: MIT

import SDBus

/// feedbackd, which rings, vibrates and blinks on phones, with the volume of the user's profile.
final class FeedbackServer {
    private static let path: ObjectPath = "/org/sigxcpu/Feedback"
    private static let interface: InterfaceName = "org.sigxcpu.Feedback"
    /// In microseconds. After this time the agent rings by itself.
    private static let timeout: UInt64 = 1_000_000

    /// Whether it runs. The agent does not start it: a feedbackd that is only installed has no configuration.
    var isThere: Bool { server.owner != nil }
    /// Whether it rings, or was asked to and has not failed.
    var isRinging: Bool { ringing?.isOver == false }
    private let server: RemoteName
    private let loop: EventLoop
    private let log: Log
    private var ringing: Ringing?

    /// A request to ring. Its id may come after its end.
    private final class Ringing {
        var id: UInt32?
        var isOver = false
        var timer: Timer?
    }

    init(_ connection: BusConnection, _ loop: EventLoop, log: Log) {
        server = RemoteName("org.sigxcpu.Feedback", on: connection)
        self.loop = loop
        self.log = log
    }

    /// Calls `changed` when feedbackd has started, stopped or restarted. After a restart it does not ring.
    func begin(_ changed: @escaping () -> Void) throws(BusError) {
        try server.begin { [unowned self] _ in
            end()
            changed()
        }
    }

    /// Rings until `end()`, or until this connection is lost. Calls `failed` if it does not ring.
    func ring(orElse failed: @escaping () -> Void) {
        end()
        let ringing = Ringing()
        self.ringing = ringing
        let giveUp = { [log] (reason: String) in
            guard !ringing.isOver else { return }
            ringing.isOver = true
            log("feedbackd does not ring", ["reason": reason])
            failed()
        }
        ringing.timer = loop.timer(after: Self.timeout) { giveUp("it does not answer") }
        guard ringing.timer != nil else { return giveUp("its time-out cannot be set") }
        // Its timeout 0 means no end. A late answer must reach the agent, which then ends the ringing; so the call has
        // no time-out either.
        server.call(
            Self.path, Self.interface, "TriggerFeedback", "org.monkeycall.agent", "phone-incoming-call",
            [String: Variant](),
            Int32(0), timeout: .max
        ) { [unowned self] reply in
            ringing.timer = nil
            do throws(BusError) {
                ringing.id = try reply.get().read(UInt32.self)
                if ringing.isOver { end(ringing) }
            } catch {
                giveUp(error.message)
            }
        }
    }

    func end() {
        guard let ringing else { return }
        self.ringing = nil
        end(ringing)
    }

    private func end(_ ringing: Ringing) {
        ringing.isOver = true
        ringing.timer = nil
        if let id = ringing.id { server.call(Self.path, Self.interface, "EndFeedback", id) }
    }
}

// SPDX-License-Identifier: MIT
internal import CSystemd

/// The answer to a method call, to be given later, once. Dropping it unanswered answers with an error, so that nobody
/// waits in vain.
public final class PendingReply<each Out: BusValue> {
    private var call: Message?

    init(_ call: Message) { self.call = call }

    deinit { fail(BusError(name: StandardErrorName.noReply, message: "The service dropped the call")) }

    /// Answers. Ignored after another answer, lost when the caller or the connection is gone.
    public func succeed(_ results: repeat each Out) {
        guard let call = take() else { return }
        do throws(BusError) {
            let reply = try MessageBuilder.reply(to: call.raw)
            try reply.write { (writer) throws(BusError) in repeat try (each results).write(to: &writer) }
            try reply.send()
        } catch {
            call.replyError(error)
        }
    }

    /// Answers with an error. Ignored after another answer.
    public func fail(_ error: BusError) { take()?.replyError(error) }

    private func take() -> Message? {
        defer { call = nil }
        return call
    }
}

extension Message {
    /// Sends an error reply. If that fails too, the connection is gone or its queue full, and the reply is lost.
    func replyError(_ error: BusError) {
        var raw = sd_bus_error()
        defer { sd_bus_error_free(&raw) }
        sd_bus_error_set(&raw, error.name, error.message)
        sd_bus_reply_method_error(self.raw, &raw)
    }
}

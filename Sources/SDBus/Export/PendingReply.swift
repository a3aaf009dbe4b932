// SPDX-License-Identifier: MIT
internal import CSystemd

/// A later reply to a method call. The first reply counts. Dropping it without a reply sends an error, so that the
/// caller does not wait in vain.
public final class PendingReply<each Out: BusValue> {
    private var call: Message?

    init(_ call: Message) { self.call = call }

    deinit { fail(BusError(name: StandardErrorName.noReply, message: "The service dropped the call")) }

    /// Replies. Does nothing after another reply; the reply is lost if the caller or the connection is gone.
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

    /// Replies with an error. Does nothing after another reply.
    public func fail(_ error: BusError) { take()?.replyError(error) }

    private func take() -> Message? {
        defer { call = nil }
        return call
    }
}

extension Message {
    /// Sends an error reply. It is lost if the connection is gone or its queue is full.
    func replyError(_ error: BusError) {
        var raw = sd_bus_error()
        defer { sd_bus_error_free(&raw) }
        sd_bus_error_set(&raw, error.name, error.message)
        sd_bus_reply_method_error(self.raw, &raw)
    }
}

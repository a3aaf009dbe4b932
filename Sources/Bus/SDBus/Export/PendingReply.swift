// SPDX-License-Identifier: MIT

/// A later reply to a method call. The first reply counts. Dropping it without a reply sends an error, so that the
/// caller does not wait in vain.
public final class PendingReply<each Out: BusValue> {
    private var call: Message?
    private weak var connection: BusConnection?
    private let sender: String
    private let program: UnansweredCalls.Program?

    init(_ call: MethodCall) {
        (self.call, connection, sender) = (call.message, call.connection, call.sender)
        program = call.connection.turns?.begin(of: call.sender)
    }

    deinit { fail(BusError(name: StandardErrorName.noReply, message: "The service dropped the call")) }

    /// Replies. Does nothing after another reply; the reply is lost if the caller or the connection is gone.
    public func succeed(_ results: repeat each Out) {
        guard let call = take() else { return }
        do throws(BusError) {
            let reply = try MessageBuilder.reply(to: call.raw)
            let size = try reply.write { (writer) throws(BusError) in repeat try (each results).write(to: &writer) }
            connection?.turns?.sent(size, to: sender)
            try reply.send()
        } catch {
            connection?.refuse(call, error)
        }
    }

    /// Replies with an error. Does nothing after another reply.
    public func fail(_ error: BusError) {
        if let call = take() { connection?.refuse(call, error) }
    }

    /// Releases the arguments of the call, which may be large, for a reply that comes much later.
    public func releaseArguments() {
        if let call { self.call = call.withoutArguments ?? call }
    }

    private func take() -> Message? {
        guard let call else { return nil }
        connection?.confinement?.check()
        self.call = nil
        if let program { connection?.turns?.end(of: program) }
        return call
    }
}

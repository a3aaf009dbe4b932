// SPDX-License-Identifier: MIT

/// How long a bystander waited for one thing.
package struct Wait: Sendable, CustomStringConvertible {
    /// What it waited for.
    package let step: String
    /// The time on its clock.
    package let wall: Duration
    /// The time that the bus alone took for a question of the same client, right before or after.
    package let bus: Duration
    /// The processor time of the service meanwhile: what it did for this bystander and for all others before its turn.
    package let service: Duration

    /// How long the service could have worked meanwhile, but had no processor.
    package let ready: Duration

    /// How much longer than the bus alone. While the service sleeps, the bus has not brought the message yet, or has
    /// not taken the answer: the bus brings the messages of all clients to the service in one line, and its answer to a
    /// question of the client's own does not wait in that line.
    package var beyondBus: Duration { max(.zero, min(wall - bus, service + ready)) }

    package var description: String {
        func milliseconds(_ time: Duration) -> Int { Int(time / .milliseconds(1)) }
        return "\(step): \(milliseconds(wall)) ms, the bus alone \(milliseconds(bus)) ms,"
            + " the service worked \(milliseconds(service)) ms, and waited \(milliseconds(ready)) ms for a processor"
    }
}

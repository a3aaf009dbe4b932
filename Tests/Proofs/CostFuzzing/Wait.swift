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
    /// The processor time of programs that do not belong to the round, on all processors together.
    package let elsewhere: Duration

    /// How much longer than the bus alone. While the service sleeps, the bus has not brought the message yet, or has
    /// not taken the answer: the bus brings the messages of all clients to the service in one line, and its answer to a
    /// question of the client's own does not wait in that line. Of the rest, only the part counts that the processors
    /// have given to the round: a compiler beside it makes the bus slower as well as the service.
    package var beyondBus: Duration { beyond(.zero) }

    /// The same if the bus is known to need as long as the floor.
    package func beyond(_ floor: Duration) -> Duration {
        let machine = wall * Elsewhere.processors
        let part = machine > .zero ? max(0, 1 - elsewhere / machine) : 1
        return max(.zero, min(wall - max(bus, floor), service + ready)) * part
    }

    package var description: String {
        func milliseconds(_ time: Duration) -> Int { Int(time / .milliseconds(1)) }
        return "\(step): \(milliseconds(wall)) ms, the bus alone \(milliseconds(bus)) ms,"
            + " the service worked \(milliseconds(service)) ms, and waited \(milliseconds(ready)) ms for a processor,"
            + " other programs worked \(milliseconds(elsewhere)) ms"
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// A modem for the real ModemManager or the real oFono, whose network is the test: it speaks AT commands on a socket.
///
/// It rings once a second, as long as a call rings. Everything else happens when the test or the daemon says so.
package final class SimulatedModem: @unchecked Sendable {
    /// Where the modem listens.
    package enum Port {
        /// For the profile of a test in ModemManager: an abstract socket of that name.
        case abstract(String)
        /// For oFono's phonesim driver: a TCP port.
        case tcp(UInt16)
    }

    package let port: Port
    /// Guards everything below. All modems share it, so that a test can wait for one of several.
    private static let changed = NSCondition()
    private var commands: ATCommands
    private var heard: [String] = []
    private var lines: [ATLine] = []
    private var delaysDials = false
    /// The commands to dial that the modem has not performed, with the lines that wait for its answer.
    private var dials: [(command: String, line: ATLine)] = []
    private let listener: ATListener

    /// A modem that ModemManager reaches.
    package static func forModemManager() throws -> SimulatedModem {
        try SimulatedModem(ATListener.abstract("abstract:monkeycall-modem-\(UUID().uuidString)"))
    }

    /// A modem that oFono reaches.
    package static func forOfono() throws -> SimulatedModem { try SimulatedModem(ATListener.tcp()) }

    private init(_ listener: ATListener) throws {
        (self.listener, port) = (listener, listener.port)
        commands = ATCommands(serial: String(format: "3569380%08d", Int32.random(in: 0..<100_000_000)))
        let modem = Weak(self)
        listener.start { connection in modem.object?.connect(connection) }
        Thread.detachNewThread {
            while modem.object != nil {
                modem.object?.repeatRing()
                sleep(1)
            }
        }
    }

    deinit { listener.stop() }

    // MARK: The network

    /// Somebody calls this modem.
    package func ring(from number: String) { perform { $0.calls.come(from: number) } }

    /// The other side of a dialled call rings.
    package func alert(_ number: String) {
        perform {
            $0.calls.advance(number, to: .alerting)
            return []
        }
    }

    /// The other side of a dialled call answers.
    package func connect(_ number: String) {
        perform {
            $0.calls.advance(number, to: .active)
            return []
        }
    }

    /// The other side of a call hangs up, or a caller gives up.
    package func leave(_ number: String) { perform { $0.calls.leave(number) } }

    /// From now on the modem says NO CARRIER before OK when it ends a call.
    package func sayNoCarrierFirst() {
        perform {
            $0.saysNoCarrierFirst = true
            return []
        }
    }

    /// From now on the network lets the modem call no number.
    package func refuseToDial() {
        perform {
            $0.refusesToDial = true
            return []
        }
    }

    /// From now on the modem is slow: it performs a command to dial, and answers it, with ``dialNow()``.
    package func delayDials() { Self.changed.withLock { delaysDials = true } }

    /// Waits until the daemon has sent a command to dial, which the modem has not performed.
    package func waitForDelayedDial() throws { try wait("no command to dial") { !dials.isEmpty } }

    /// Performs the delayed commands. Each later one is performed at once.
    package func dialNow() {
        Self.changed.withLock {
            delaysDials = false
            for (command, line) in dials { _ = line.write(commands.reply(to: command)) }
            dials = []
            Self.changed.broadcast()
        }
    }

    /// From now on the modem holds no call.
    package func refuseToHold() {
        perform {
            $0.refusesToHold = true
            return []
        }
    }

    // MARK: What the daemon did

    /// The states of the calls by number, in the words of `+CLCC`.
    package var states: [String: String] {
        Self.changed.withLock {
            Dictionary(uniqueKeysWithValues: commands.calls.calls.map { ($0.number, "\($0.state)") })
        }
    }

    /// The DTMF digits that were sent.
    package var tones: String { Self.changed.withLock { commands.tones } }

    /// The commands that the daemon has sent, without `AT`.
    package var heardSoFar: [String] { Self.changed.withLock { heard } }

    /// Those of them that dial, answer, hold or end calls.
    package var callCommands: [String] { heardSoFar.filter(ATCommands.changesCalls) }

    /// Waits for a state of the calls that the daemon brings about.
    package func wait(for states: [String: String]) throws {
        try wait("the modem's calls are not \(states)") { statesNow == states }
    }

    /// Waits until one of these modems has a call, and returns the modem.
    package static func first(withCalls modems: [SimulatedModem]) throws -> SimulatedModem {
        try wait("no modem has a call") { modems.first { !$0.statesNow.isEmpty } }
    }

    /// Waits for DTMF digits.
    package func wait(forTones tones: String) throws {
        try wait("the modem does not send \(tones)") { commands.tones == tones }
    }

    private var statesNow: [String: String] {
        Dictionary(uniqueKeysWithValues: commands.calls.calls.map { ($0.number, "\($0.state)") })
    }

    private func wait(_ failure: String, until isTrue: () -> Bool) throws {
        try Self.wait("\(failure), but \(statesNow); its last commands: \(heard.suffix(20))") { isTrue() ? () : nil }
    }

    /// Waits until there is a value.
    private static func wait<Value>(_ failure: @autoclosure () -> String, for value: () -> Value?) throws -> Value {
        let deadline = Deadline()
        return try changed.withLock {
            while true {
                if let value = value() { return value }
                guard changed.wait(until: deadline.date) else { throw SupportError(failure()) }
            }
        }
    }

    // MARK: The line

    private func perform(_ change: (inout ATCommands) -> [String]) {
        Self.changed.withLock {
            let said = change(&commands)
            say(said)
            Self.changed.broadcast()
        }
    }

    private func repeatRing() { perform { $0.calls.ring } }

    private func say(_ text: [String]) {
        guard !text.isEmpty else { return }
        lines.removeAll { !$0.write(text) }
    }

    private func connect(_ line: ATLine) {
        Self.changed.withLock { lines.append(line) }
        let modem = Weak(self)
        line.read { command in modem.object?.hear(command, on: line) }
    }

    private func hear(_ command: String, on line: ATLine) {
        Self.changed.withLock {
            heard.append(command)
            if delaysDials, command.uppercased().hasPrefix("D") {
                dials.append((command, line))
            } else {
                _ = line.write(commands.reply(to: command))
            }
            Self.changed.broadcast()
        }
    }
}

/// The threads of a modem do not keep it.
private final class Weak: @unchecked Sendable {
    private(set) weak var object: SimulatedModem?
    init(_ object: SimulatedModem) { self.object = object }
}

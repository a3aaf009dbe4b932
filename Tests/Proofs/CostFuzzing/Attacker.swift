// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The process of one attack. It prints `begun` when each connection has sent something, and ends when its standard
/// input ends.
package struct Attacker {
    private let address: String
    private let attack: Attack
    private var script: AttackScript
    private var sockets: [FloodSocket] = []
    private var messages = 0
    private var bytes = 0
    private var isStopped = false

    /// The most calls without a reply. A stock bus refuses the 129th.
    private static let window = 100

    package init(_ attack: Attack, address: String) throws {
        (self.attack, self.address) = (attack, address)
        script = try AttackScript(attack)
    }

    package mutating func run() throws {
        for number in 0..<attack.connections { try open(number) }
        FileHandle.standardOutput.write(Data("begun\n".utf8))
        while !isStopped, !isSpent { try turn() }
        // A message that is spent is also sent.
        while !isStopped, sockets.contains(where: \.hasUnsent) { stay() }
        finish()
    }

    /// The messages that a connection queues at once.
    private var batch: Int { attack.kind == .visits || attack.kind == .largeMessages ? 1 : 32 }

    private var isSpent: Bool {
        messages >= attack.messages || bytes >= attack.bytes || sockets.allSatisfy { !$0.isOpen }
    }

    private mutating func open(_ number: Int) throws {
        let socket = try FloodSocket(address: address)
        for message in script.beginning(of: number) { socket.queue(message) }
        socket.write()
        if sockets.indices.contains(number) {
            sockets[number] = socket
        } else {
            sockets.append(socket)
        }
    }

    /// Waits until a connection may send, or has something to read.
    private mutating func turn() throws {
        for number in sockets.indices where mayQueue(sockets[number]) {
            if attack.kind == .visits, messages >= attack.connections {
                // It leaves with all that it has, and comes again.
                try open(number)
            }
            for _ in 0..<batch { queue(number) }
        }
        poll()
        for socket in sockets {
            if !attack.isDeaf, socket.isOpen { socket.read() }
            socket.write()
        }
    }

    private func mayQueue(_ socket: FloodSocket) -> Bool {
        guard socket.isOpen, !socket.hasUnsent else { return false }
        return attack.isDeaf || !attack.wantsReplies || socket.unanswered < Self.window
    }

    private mutating func queue(_ number: Int) {
        guard messages < attack.messages, bytes < attack.bytes else { return }
        let (message, descriptor) = script.next(messages, of: number, room: attack.bytes - bytes)
        bytes += sockets[number].queue(message, with: descriptor)
        messages += 1
    }

    private mutating func poll() {
        var entries = [pollfd(fd: 0, events: Int16(POLLIN), revents: 0)]
        for socket in sockets where socket.isOpen {
            let events = (attack.isDeaf ? 0 : POLLIN) | (socket.hasUnsent ? POLLOUT : 0)
            entries.append(pollfd(fd: socket.number, events: Int16(events), revents: 0))
        }
        // A connection without a window is always ready.
        let isReady = sockets.contains { mayQueue($0) } && !isSpent
        Foundation.poll(&entries, nfds_t(entries.count), isReady ? 0 : 100)
        isStopped = entries[0].revents != 0
    }

    private mutating func finish() {
        switch attack.ending {
        case .stays: while !isStopped { stay() }
        case .leaves: break
        case .dies:
            for socket in sockets {
                socket.queue(Array("l\u{1}\u{0}\u{1}".utf8))
                socket.write()
            }
            kill(getpid(), SIGKILL)
        }
    }

    /// Sends what is left, and reads unless it is deaf.
    private mutating func stay() {
        poll()
        for socket in sockets where socket.isOpen {
            if !attack.isDeaf { socket.read() }
            socket.write()
        }
    }
}

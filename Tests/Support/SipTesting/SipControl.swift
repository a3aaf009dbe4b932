// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Synchronization

/// A client of baresip's module `ctrl_tcp`: the only one, because baresip drops the connection of an earlier client.
package final class SipControl: Sendable {
    private let socket: Descriptor
    private let program: ChildProcess
    private let book = Mutex(SipCalls())
    private let listeners = Mutex<[Listener]>([])
    private let lastToken = Mutex(0)
    /// A command may need two messages, which no other command may separate.
    private let turn = Mutex(())

    private struct Listener: Sendable {
        weak var inbox: SipInbox?
    }

    /// Connects, as soon as the program listens at that address.
    init(address: String, of program: ChildProcess) throws {
        self.program = program
        let deadline = Deadline()
        while true {
            if let socket = LoopbackAddress.connect(address, port: LoopbackAddress.controlPort) {
                self.socket = socket
                break
            }
            guard !deadline.hasPassed else { throw SupportError("baresip does not listen: " + program.text()) }
        }
        Thread.detachNewThread { [self] in read() }
    }

    // MARK: Calls and events

    /// The calls of the phone, by baresip's id.
    package var calls: [String: SipCall] { book.withLock { $0.calls } }

    /// Collects the events from now on.
    package func listen() throws -> SipInbox {
        let inbox = try SipInbox()
        listeners.withLock { $0.append(Listener(inbox: inbox)) }
        return inbox
    }

    // MARK: Commands

    /// Runs a command, and returns its output.
    @discardableResult
    package func command(_ name: String, _ parameter: String = "") throws -> String {
        try turn.withLock { _ in try run(name, parameter) }
    }

    /// Runs a command for that call.
    @discardableResult
    package func command(_ name: String, _ parameter: String = "", of call: String) throws -> String {
        try turn.withLock { _ in
            guard try run("callfind", call).hasPrefix("setting") else { throw SupportError("there is no call \(call)") }
            return try run(name, parameter)
        }
    }

    package func setHeld(_ call: String, _ isHeld: Bool) throws {
        book.withLock { $0.change(call) { $0.isToBeOnHold = isHeld } }
        do {
            try command(isHeld ? "hold" : "resume", of: call)
        } catch let error as SupportError where !isHeld && error.description.hasSuffix("Invalid argument") {
            // baresip 1.1 resumes the call and then says this, if it finds no other call that it could hold.
        }
    }

    /// baresip can only toggle, and only the output tells the result.
    package func setMuted(_ call: String, _ isMuted: Bool) throws {
        guard calls[call]?.isMuted != isMuted else { return }
        let output = try command("mute", of: call)
        book.withLock { $0.change(call) { $0.isMuted = !output.contains("un-muted") } }
    }

    /// The registry has started the call under this id.
    func setUUID(_ call: String, _ uuid: String) { book.withLock { $0.change(call) { $0.uuid = uuid } } }

    private func run(_ name: String, _ parameter: String) throws -> String {
        let token = lastToken.withLock {
            $0 += 1
            return String($0)
        }
        let answers = try listen()
        let message = ["command": name, "params": parameter, "token": token]
        try socket.write(Netstrings.frame(Array(JSONEncoder().encode(message))))
        while true {
            guard case .answer(token, let isOK, let text)? = try answers.nextMessage(within: Deadline()) else {
                continue
            }
            guard isOK else { throw SupportError("baresip refuses \(name) \(parameter): \(text)") }
            return text
        }
    }

    // MARK: The thread of the connection

    private func read() {
        var frames = Netstrings()
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Foundation.read(socket.number, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            frames.append(chunk[..<count])
            while let frame = frames.next() {
                if let message = SipMessage(json: frame) { tell(message) }
            }
        }
        for inbox in inboxes() { inbox.end("baresip has ended: " + program.text()) }
    }

    private func tell(_ message: SipMessage) {
        if case .event(let event) = message { book.withLock { $0.apply(event) } }
        for inbox in inboxes() { inbox.add(message) }
    }

    private func inboxes() -> [SipInbox] {
        listeners.withLock { listeners in
            listeners.removeAll { $0.inbox == nil }
            return listeners.compactMap(\.inbox)
        }
    }
}

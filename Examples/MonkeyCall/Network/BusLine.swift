// SPDX-License-Identifier: MIT

import Foundation
import SDBus

/// The signalling between two copies of the app: `org.monkeycall.MonkeyCall.Network` on the session bus, on a thread of
/// its own. Each copy owns a bus name that contains its address.
final class BusLine: @unchecked Sendable {
    /// A message of one side to the other about a call.
    enum Signal: Sendable {
        case invite(from: String, video: Bool)
        case ringing
        case accepted
        case hungUp
        case tones(String)
    }

    /// An event for the network.
    enum Event: Sendable {
        case received(Signal, call: String, sender: String)
        /// The invitation has arrived at the other side.
        case invited(call: String, by: String)
        case unreachable(call: String)
        /// A connection has left the bus.
        case gone(String)
    }

    private static let interface: InterfaceName = "org.monkeycall.MonkeyCall.Network"
    private static let path: ObjectPath = "/org/monkeycall/MonkeyCall/Network"

    // Used only on the thread after it has started.
    private let loop: EventLoop
    private let connection: BusConnection
    private var hear: @Sendable (Event) -> Void = { _ in }
    private var kept: [AnyObject] = []

    private var bell: LoopBell?
    private let lock = NSLock()
    private var letters: [@Sendable () -> Void] = []

    /// The bus name for an address. Bus names allow few characters, so `ada@example.org` is
    /// `org.monkeycall.MonkeyCall.Network._ada_40example_2eorg`.
    static func name(of address: String) -> String {
        let element = address.lowercased().utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            return character.isASCII && (character.isLetter || character.isNumber)
                ? String(character) : "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return interface.text + "._" + element.joined()
    }

    /// Requests the name. Throws if another connection owns it.
    init(name: String) throws(BusError) {
        loop = try EventLoop()
        connection = try BusConnection(.session, description: "MonkeyCall", loop: loop)
        let table = Interface<BusLine>(Self.interface, Self.members)
        try connection.export(table, at: Self.path) { [unowned self] in self }
        kept.append(try connection.watchDepartures { [unowned self] name in hear(.gone(name)) })
        bell = try LoopBell(loop) { [unowned self] in open() }
        try connection.requestName(BusName(trusted: name))
    }

    /// Listens until the program ends.
    func start(_ hear: @escaping @Sendable (Event) -> Void) {
        self.hear = hear
        Thread.detachNewThread { [self] in
            loop.adopt()
            _ = try? loop.run()
        }
    }

    /// Sends a signal to the other side. Signals arrive in order.
    func send(_ signal: Signal, for call: String, to peer: String) {
        lock.withLock { letters.append { [self] in post(signal, call, peer) } }
        bell?.ring()
    }

    // MARK: On the thread

    private func open() {
        let letters = lock.withLock {
            defer { self.letters = [] }
            return self.letters
        }
        for letter in letters { letter() }
    }

    private func post(_ signal: Signal, _ call: String, _ peer: String) {
        do throws(BusError) {
            switch signal {
            case .invite(let from, let video):
                try connection.callAsync(target(peer, "Invite"), call, from, video) { [unowned self] reply in
                    switch reply {
                    case .success(let message): hear(.invited(call: call, by: message.sender))
                    case .failure: hear(.unreachable(call: call))
                    }
                }
            case .ringing: try connection.callAsync(target(peer, "Ringing"), call) { _ in }
            case .accepted: try connection.callAsync(target(peer, "Accepted"), call) { _ in }
            case .hungUp: try connection.callAsync(target(peer, "HungUp"), call) { _ in }
            case .tones(let digits): try connection.callAsync(target(peer, "Tones"), call, digits) { _ in }
            }
        } catch {
            hear(.unreachable(call: call))
        }
    }

    private func target(_ peer: String, _ member: MemberName) -> CallTarget {
        CallTarget(BusName(trusted: peer), Self.path, Self.interface, member)
    }

    private static var members: [Member<BusLine>] {
        [
            .method("Invite", takes: ("call", String.self), ("from", String.self), ("video", Bool.self)) {
                (line, message, call, from, video) in
                line.hear(.received(.invite(from: from, video: video), call: call, sender: message.sender))
            },
            .method("Ringing", takes: ("call", String.self)) { (line, message, call) in
                line.hear(.received(.ringing, call: call, sender: message.sender))
            },
            .method("Accepted", takes: ("call", String.self)) { (line, message, call) in
                line.hear(.received(.accepted, call: call, sender: message.sender))
            },
            .method("HungUp", takes: ("call", String.self)) { (line, message, call) in
                line.hear(.received(.hungUp, call: call, sender: message.sender))
            },
            .method("Tones", takes: ("call", String.self), ("digits", String.self)) { (line, message, call, digits) in
                line.hear(.received(.tones(digits), call: call, sender: message.sender))
            },
        ]
    }
}

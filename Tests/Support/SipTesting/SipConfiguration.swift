// SPDX-License-Identifier: MIT

package import BusTesting
import Foundation
import Synchronization

/// The files of one baresip.
struct SipConfiguration {
    let name: String
    let host: String
    let address: String

    /// Writes a folder for that user.
    func write(for user: TestUser?) throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        for (file, text) in [
            "config": config(sounds: folder.url.path + "/no-sounds"), "accounts": account, "contacts": "",
            ".asoundrc": devices,
        ] {
            try folder.write(text, to: file)
        }
        if let user { chown(folder.url.path, user.uid, user.gid) }
        return folder
    }

    /// One without compression costs the least, and needs no resampling. The folder of sounds is missing, so that the
    /// program plays neither a ringtone nor the tone of ringing at the other side, which is of 440 Hz.
    private func config(sounds: String) -> String {
        """
        sip_listen \(host):\(LoopbackAddress.sipPort)
        net_interface \(host)
        ctrl_tcp_listen \(host):\(LoopbackAddress.controlPort)
        audio_path \(sounds)
        audio_player alsa,\(name)-out
        audio_source alsa,\(name)-mic
        call_hold_other_calls no
        module_path \(Self.modules)
        module g711.so
        module alsa.so
        module_app account.so
        module_app contact.so
        module_app menu.so
        module_app ctrl_tcp.so

        """
    }

    private var account: String { "<\(address)>;regint=0;answermode=manual;audio_codecs=pcmu/\(Tone.rate)/1\n" }

    /// ALSA's names for the devices of the sound server.
    private var devices: String {
        ["out", "mic"].map { "pcm.\(name)-\($0) { type pulse device \"\(name)-\($0)\" }\n" }.joined()
    }

    /// The folder of the program's modules; empty = it is not installed.
    static let modules =
        ["/usr/lib/baresip/modules", "/usr/lib64/baresip/modules"].first {
            FileManager.default.fileExists(atPath: $0)
        } ?? ""
}

/// An address of this machine that no other phone uses. With it the phones of all tests, also of those that run at the
/// same time, can use the same ports, and no test must guess a free one.
enum LoopbackAddress {
    static let sipPort: UInt16 = 5_060
    static let controlPort: UInt16 = 4_444

    /// A free one of 127.0.0.0/8.
    static func free() throws -> String {
        for _ in 0..<100 {
            let parts = (0..<3).map { _ in String(Int.random(in: 1...254)) }
            let address = "127." + parts.joined(separator: ".")
            if connect(address, port: sipPort) == nil, connect(address, port: controlPort) == nil { return address }
        }
        throw SupportError("this machine has no free loopback address")
    }

    /// A connection; nil = no program listens there.
    static func connect(_ address: String, port: UInt16) -> Descriptor? {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { return nil }
        let descriptor = Descriptor(owning: number)
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = port.bigEndian
        guard inet_pton(AF_INET, address, &target.sin_addr) == 1 else { return nil }
        let result = withUnsafePointer(to: &target) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return result == 0 ? descriptor : nil
    }
}

/// The messages of a phone for one reader, in their order.
package final class SipInbox: Sendable {
    private struct State {
        var messages: [SipMessage] = []
        var end: String?
    }

    private let state = Mutex(State())
    private let bell: Descriptor
    /// Readable while there is a message.
    package let handle: Descriptor

    init() throws { (handle, bell) = try Descriptor.pipe() }

    func add(_ message: SipMessage) {
        state.withLock { $0.messages.append(message) }
        ring()
    }

    /// No message follows.
    func end(_ reason: String) {
        state.withLock { $0.end = reason }
        ring()
    }

    /// Makes the handle readable without a message.
    package func ring() { try? bell.write([0]) }

    /// The next event that has arrived; nil = there is none now.
    package func next() throws -> SipEvent? {
        while handle.waitReadable(until: Deadline(after: 0)) {
            if case .event(let event)? = try nextMessage(within: Deadline()) { return event }
        }
        return nil
    }

    /// Waits for such an event. Earlier ones are dropped.
    @discardableResult
    package func wait(for type: String, where matches: (SipEvent) -> Bool = { _ in true }) throws -> SipEvent {
        let deadline = Deadline()
        while true {
            guard case .event(let event)? = try nextMessage(within: deadline) else { continue }
            if event.type == type, matches(event) { return event }
        }
    }

    /// Waits for a message; nil = the reader was only woken.
    func nextMessage(within deadline: Deadline) throws -> SipMessage? {
        guard handle.waitReadable(until: deadline) else { throw SupportError("baresip says nothing") }
        var byte: UInt8 = 0
        _ = read(handle.number, &byte, 1)
        return try state.withLock { state in
            if !state.messages.isEmpty { return state.messages.removeFirst() }
            if let end = state.end { throw SupportError(end) }
            return nil
        }
    }
}

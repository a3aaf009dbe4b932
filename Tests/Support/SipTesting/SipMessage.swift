// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// A message of baresip's module `ctrl_tcp`.
enum SipMessage: Sendable {
    case event(SipEvent)
    case answer(token: String, isOK: Bool, text: String)

    /// nil = another kind of message.
    init?(json: [UInt8]) {
        guard let fields = try? JSONDecoder().decode(Fields.self, from: Data(json)) else { return nil }
        if fields.event == true, let type = fields.type {
            self = .event(
                SipEvent(
                    type: type, call: fields.id ?? "", isIncoming: fields.direction == "incoming",
                    peer: fields.peeruri ?? "", parameter: fields.param ?? ""))
        } else if fields.response == true {
            self = .answer(token: fields.token ?? "", isOK: fields.ok ?? false, text: fields.data ?? "")
        } else {
            return nil
        }
    }

    private struct Fields: Decodable {
        let event: Bool?
        let type: String?
        let id: String?
        let direction: String?
        let peeruri: String?
        let param: String?
        let response: Bool?
        let token: String?
        let ok: Bool?
        let data: String?
    }
}

/// Frames of the form `5:hello,`.
struct Netstrings {
    private var bytes: [UInt8] = []

    static func frame(_ content: [UInt8]) -> [UInt8] {
        Array("\(content.count):".utf8) + content + [UInt8(ascii: ",")]
    }

    mutating func append(_ chunk: some Sequence<UInt8>) { bytes += chunk }

    /// The next whole frame.
    mutating func next() -> [UInt8]? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let count = Int(String(decoding: bytes[..<colon], as: UTF8.self))
        else { return nil }
        let start = colon + 1
        guard bytes.count > start + count else { return nil }
        defer { bytes.removeFirst(start + count + 1) }
        return Array(bytes[start..<start + count])
    }
}

/// An event of baresip.
package struct SipEvent: Sendable, Equatable {
    /// Such as `CALL_INCOMING`.
    package let type: String
    /// baresip's id of the call; empty in the first event of a call that it dials.
    package let call: String
    package let isIncoming: Bool
    /// The address of the other side, `sip:bob@127.1.2.3:5060`.
    package let peer: String
    /// The digit of a tone, the reason of an end, or whether a session description is an `offer` or an `answer`.
    package let parameter: String
}

/// An action that the registry has delivered.
struct SipAction {
    enum Kind: Equatable {
        /// A call to that address.
        case start(String)
        case answer
        case end
        case hold(Bool)
        case mute(Bool)
        case tones(String)
    }

    let kind: Kind
    let id: String
    /// The registry's id.
    let call: String

    /// nil = another signal.
    init?(_ signal: BusMessage) {
        guard signal.arguments.count > 3, let id = signal.arguments[1].string, let call = signal.arguments[2].string
        else { return nil }
        let value = signal.arguments[3]
        switch signal.member {
        case "PerformStartCallAction":
            // The handle may be without the scheme, as the command line gives it.
            let address = value[1]?.string ?? ""
            kind = .start(address.hasPrefix("sip:") ? address : "sip:" + address)
        case "PerformAnswerCallAction": kind = .answer
        case "PerformEndCallAction": kind = .end
        case "PerformSetHeldCallAction": kind = .hold(value.bool ?? false)
        case "PerformSetMutedCallAction": kind = .mute(value.bool ?? false)
        case "PerformPlayDTMFCallAction": kind = .tones(value.string ?? "")
        default: return nil
        }
        (self.id, self.call) = (id, call)
    }
}

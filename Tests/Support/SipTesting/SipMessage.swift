// SPDX-License-Identifier: MIT

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

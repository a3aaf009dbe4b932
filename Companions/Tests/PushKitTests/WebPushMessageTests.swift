// SPDX-License-Identifier: MIT

import Crypto
import Foundation
import Testing

@testable import PushKit

/// The decryption of messages of the app's server.
struct WebPushMessageTests {
    /// The example of RFC 8291, section 5 and appendix A.
    private enum Example {
        static let privateKey = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
        static let publicKey =
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        static let secret = "BTBZMqHH6r4Tts7J_aSIgg"
        static let message =
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3"
            + "jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        static let text = "When I grow up, I want to be a watermelon"
    }

    private let keys: WebPushKeys
    private let message: [UInt8]

    init() throws {
        let privateKey = try #require(Data(base64URL: Example.privateKey))
        let secret = try #require(Data(base64URL: Example.secret))
        keys = try #require(WebPushKeys(privateKey: privateKey, secret: secret))
        let data = try #require(Data(base64URL: Example.message))
        message = [UInt8](data)
    }

    private func text(_ message: [UInt8]) throws(WebPushMessage.Problem) -> String {
        String(decoding: try WebPushMessage.decrypt(message, with: keys), as: UTF8.self)
    }

    private func problem(_ message: [UInt8], with keys: WebPushKeys? = nil) -> WebPushMessage.Problem? {
        do throws(WebPushMessage.Problem) {
            _ = try WebPushMessage.decrypt(message, with: keys ?? self.keys)
            return nil
        } catch {
            return error
        }
    }

    @Test func `The example of RFC 8291 is decrypted`() throws {
        #expect(keys.publicKey.base64URL == Example.publicKey)
        #expect(try text(message) == Example.text)
    }

    @Test func `A message that is cut anywhere is dropped`() {
        for count in 0..<message.count { #expect(problem(Array(message[..<count])) != nil) }
    }

    /// The record size is not authenticated, and it is larger than any message in most messages.
    @Test func `A message with one changed byte is dropped`() {
        for index in message.indices where !(16..<20).contains(index) {
            var changed = message
            changed[index] ^= 1
            #expect(problem(changed) != nil)
        }
    }

    @Test func `A message that is encrypted for another app is dropped`() {
        #expect(problem(message, with: WebPushKeys()) == .forged)
        let otherSecret = WebPushKeys(privateKey: keys.privateKey.rawRepresentation, secret: Data(count: 16))
        #expect(problem(message, with: otherSecret) == .forged)
    }

    @Test func `A message that is not encrypted is dropped`() {
        let text = String(repeating: #"{"caller": "+4930123456"}"#, count: 10)
        #expect(problem(Array(text.utf8)) == .noSenderKey)
    }

    @Test func `A message may have 4096 bytes, and not one more`() throws {
        let empty = try Sender(keys).encrypt("").count
        let longest = String(repeating: "x", count: WebPushMessage.maximumSize - empty)
        #expect(try text(Sender(keys).encrypt(longest)) == longest)
        #expect(problem(try Sender(keys).encrypt(longest + "x")) == .tooLong)
    }

    @Test func `Padding is removed, and an empty text is a text`() throws {
        var sender = Sender(keys)
        sender.padding = 100
        #expect(try text(sender.encrypt("ring")) == "ring")
        #expect(try text(sender.encrypt("")) == "")
    }

    @Test func `A message of several records is dropped`() throws {
        var sender = Sender(keys)
        sender.delimiter = 1
        #expect(problem(try sender.encrypt("ring")) == .severalRecords)
        sender.delimiter = 0
        #expect(problem(try sender.encrypt("")) == .severalRecords)
        (sender.delimiter, sender.recordSize) = (2, 18)
        #expect(problem(try sender.encrypt("ring")) == .severalRecords)
        sender.recordSize = 4 + 1 + 16
        #expect(try text(sender.encrypt("ring")) == "ring")
    }

    @Test func `A key that is not a point of the curve is dropped`() {
        var changed = message
        changed.replaceSubrange(21..<86, with: [UInt8](repeating: 4, count: 65))
        #expect(problem(changed) == .noSenderKey)
    }
}

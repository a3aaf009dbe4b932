// SPDX-License-Identifier: MIT

import Crypto
import Foundation

@testable import PushKit

/// An app's server: it encrypts messages as RFC 8291 says.
struct Sender {
    let receiver: P256.KeyAgreement.PublicKey
    let receiversKey: Data
    let secret: Data
    var recordSize: UInt32 = 4096
    var delimiter: UInt8 = 2
    var padding = 0

    init(_ keys: WebPushKeys) {
        (receiver, receiversKey, secret) = (keys.privateKey.publicKey, keys.publicKey, keys.secret)
    }

    /// From the token of PushKit.
    init(token: String) throws {
        let values = try JSONDecoder().decode([String: String].self, from: Data(token.utf8))
        receiversKey = Data(base64URL: values["p256dh"] ?? "") ?? Data()
        secret = Data(base64URL: values["auth"] ?? "") ?? Data()
        receiver = try P256.KeyAgreement.PublicKey(x963Representation: receiversKey)
    }

    func encrypt(_ text: String) throws -> [UInt8] {
        let own = P256.KeyAgreement.PrivateKey()
        let salt = (0..<16).map { _ in UInt8.random(in: 0...255) }
        let key = own.publicKey.x963Representation
        let input = try own.sharedSecretFromKeyAgreement(with: receiver).hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: secret, sharedInfo: Data("WebPush: info\0".utf8) + receiversKey + key,
            outputByteCount: 32)
        func derived(_ info: String, _ size: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: input, salt: salt, info: Data("Content-Encoding: \(info)\0".utf8),
                outputByteCount: size)
        }
        let record = Data(text.utf8) + [delimiter] + Data(count: padding)
        let nonce = try derived("nonce", 12).withUnsafeBytes { try AES.GCM.Nonce(data: $0) }
        let box = try AES.GCM.seal(record, using: derived("aes128gcm", 16), nonce: nonce)
        let size = withUnsafeBytes(of: recordSize.bigEndian) { Array($0) }
        return salt + size + [UInt8(key.count)] + key + box.ciphertext + box.tag
    }
}

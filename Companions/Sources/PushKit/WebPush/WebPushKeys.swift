// SPDX-License-Identifier: MIT

import Crypto
import Foundation

/// The keys of a receiver of Web Push messages (RFC 8291): the sender encrypts with the public key and the secret.
struct WebPushKeys: Sendable {
    let privateKey: P256.KeyAgreement.PrivateKey
    /// 16 bytes.
    let secret: Data

    static let secretSize = 16

    /// New keys.
    init() {
        privateKey = P256.KeyAgreement.PrivateKey()
        secret = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
    }

    /// Nil if one of them is no key.
    init?(privateKey: Data, secret: Data) {
        guard secret.count == Self.secretSize,
            let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: privateKey)
        else { return nil }
        (self.privateKey, self.secret) = (key, secret)
    }

    /// The public key as the sender gets it: 65 bytes, an uncompressed point.
    var publicKey: Data { privateKey.publicKey.x963Representation }
}

// SPDX-License-Identifier: MIT

import Crypto
import Foundation

/// The encryption of a push message: RFC 8291, which is one record of the content coding `aes128gcm` (RFC 8188).
enum WebPushMessage {
    /// The limit of UnifiedPush and of push services.
    static let maximumSize = 4096

    /// Why a message is dropped.
    enum Problem: Error, Equatable {
        /// Longer than the limit.
        case tooLong
        /// Not even the size of the shortest message.
        case truncated
        /// The sender's key is not a point of P-256 or has another size.
        case noSenderKey
        /// The message consists of several records, or its only record is not the last one. RFC 8291 allows one record.
        case severalRecords
        /// Not encrypted with these keys, or changed on the way.
        case forged

        /// For a log.
        var reason: String {
            switch self {
            case .tooLong: "it is longer than \(maximumSize) bytes"
            case .truncated: "it is too short"
            case .noSenderKey: "it is not encrypted as RFC 8291 says"
            case .severalRecords: "it has several records"
            case .forged: "it is not encrypted for this app, or it was changed"
            }
        }
    }

    private static let saltSize = 16
    private static let keySize = 65
    /// Salt, record size, size of the sender's key, the sender's key.
    private static let headerSize = saltSize + 4 + 1 + keySize
    private static let tagSize = 16
    /// Ends the text of the last record; any number of zeros may follow.
    private static let lastRecord: UInt8 = 2

    /// The text of a message to the owner of the keys.
    static func decrypt(_ message: [UInt8], with keys: WebPushKeys) throws(Problem) -> Data {
        guard message.count <= maximumSize else { throw .tooLong }
        guard message.count >= headerSize + tagSize + 1 else { throw .truncated }
        let salt = message[..<saltSize]
        let recordSize = message[saltSize..<saltSize + 4].reduce(0) { $0 << 8 | Int($1) }
        guard message[saltSize + 4] == UInt8(keySize),
            let sender = try? P256.KeyAgreement.PublicKey(x963Representation: message[saltSize + 5..<headerSize])
        else { throw .noSenderKey }
        let record = message[headerSize...]
        guard record.count <= recordSize else { throw .severalRecords }
        guard let text = try? open(record, salt, sender, keys) else { throw .forged }
        guard let end = text.lastIndex(where: { $0 != 0 }), text[end] == lastRecord else { throw .severalRecords }
        return text[..<end]
    }

    private static func open(
        _ record: ArraySlice<UInt8>, _ salt: ArraySlice<UInt8>, _ sender: P256.KeyAgreement.PublicKey,
        _ keys: WebPushKeys
    ) throws -> Data {
        let shared = try keys.privateKey.sharedSecretFromKeyAgreement(with: sender)
        let input = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: keys.secret,
            sharedInfo: Data("WebPush: info\0".utf8) + keys.publicKey + sender.x963Representation, outputByteCount: 32)
        let derived = { (info: String, size: Int) in
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: input, salt: salt, info: Data("Content-Encoding: \(info)\0".utf8),
                outputByteCount: size)
        }
        // The nonce of the first record is the derived one.
        let nonce = try derived("nonce", 12).withUnsafeBytes { try AES.GCM.Nonce(data: $0) }
        let box = try AES.GCM.SealedBox(
            nonce: nonce, ciphertext: record.dropLast(tagSize), tag: record.suffix(tagSize))
        return try AES.GCM.open(box, using: derived("aes128gcm", 16))
    }
}

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

extension Data {
    /// base64url without padding (RFC 4648, section 5).
    var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Nil if the text is not base64url.
    init?(base64URL text: String) {
        let plain = text.replacing("-", with: "+").replacing("_", with: "/")
        self.init(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
    }
}

// SPDX-License-Identifier: MIT

public import Foundation

/// What the app's server needs to send pushes to this app.
open class PKPushCredentials: NSObject, @unchecked Sendable {
    private let facts: (type: PKPushType, token: Data)

    /// The type of the pushes.
    open var type: PKPushType { facts.type }
    /// A JSON object in UTF-8, with three strings for Web Push (RFC 8291): `endpoint` is the URL to post to, `p256dh`
    /// the public key of this app, and `auth` its secret. Both are base64url without padding.
    ///
    /// An app sends it to its server as it is, in hexadecimal for example. On Apple's systems it is a token for APNs.
    open var token: Data { facts.token }

    init(type: PKPushType, token: Data) { facts = (type, token) }

    /// Credentials without a token, for an app's own tests.
    public override init() { facts = (.voIP, Data()) }
}

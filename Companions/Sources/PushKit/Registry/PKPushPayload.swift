// SPDX-License-Identifier: MIT

public import Foundation

/// A push.
open class PKPushPayload: NSObject, @unchecked Sendable {
    private let facts: (type: PKPushType, dictionary: [AnyHashable: Any])

    /// The type of the push.
    open var type: PKPushType { facts.type }
    /// The JSON object that the app's server sent.
    open var dictionaryPayload: [AnyHashable: Any] { facts.dictionary }

    init(type: PKPushType, dictionaryPayload: [AnyHashable: Any]) { facts = (type, dictionaryPayload) }

    /// An empty push, for an app's own tests.
    public override init() { facts = (.voIP, [:]) }
}

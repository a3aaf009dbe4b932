// SPDX-License-Identifier: MIT

/// A provider as the list of sources shows it.
package struct ListedProvider: Hashable, Sendable {
    let identifier: String
    /// The user whose calls these are.
    let user: UInt32
    let callCount: Int
}

extension BridgedProvider {
    var listed: ListedProvider { ListedProvider(identifier: identifier, user: user, callCount: callCount) }
}

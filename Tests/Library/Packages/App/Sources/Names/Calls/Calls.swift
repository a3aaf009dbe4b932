// SPDX-License-Identifier: MIT

import CallKit
import Contacts
import Network

/// The calls of an app.
public struct Calls {
    private let server: Server

    /// The calls at a server.
    public init(_ server: Server) { self.server = server }

    /// What an incoming call tells of its caller.
    public func update(from number: String) -> CXCallUpdate {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .phoneNumber, value: number)
        update.localizedCallerName = names[number] ?? server.line.number
        return update
    }
}

// SPDX-License-Identifier: MIT

public import Foundation

/// The request to an app extension. Linux has no app extensions; the class exists for CallKit's subclass.
open class NSExtensionContext: NSObject {
    /// Ends the request without a result.
    open func cancelRequest(withError error: any Error) {}
}

/// The entry point of an app extension.
public protocol NSExtensionRequestHandling: NSObjectProtocol {
    /// Handles a request.
    func beginRequest(with context: NSExtensionContext)
}

// SPDX-License-Identifier: MIT

public import Foundation

/// What an app extension was asked to do. Linux has no app extensions: the class is here for those that CallKit has.
open class NSExtensionContext: NSObject {
    /// Ends the request without a result.
    open func cancelRequest(withError error: any Error) {}
}

/// What an app extension begins with.
public protocol NSExtensionRequestHandling: NSObjectProtocol {
    /// A request has come.
    func beginRequest(with context: NSExtensionContext)
}

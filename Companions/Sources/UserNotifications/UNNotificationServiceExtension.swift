// SPDX-License-Identifier: MIT

public import Foundation

/// The principal class of an extension that changes notifications of a server before they are shown.
///
/// Linux has no such extensions, so the system never calls it. The class compiles and works: an app may call it.
open class UNNotificationServiceExtension: NSObject {
    /// An extension.
    public override init() {}

    /// A notification came: hand over its content, changed or not. Default: unchanged.
    open func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) { contentHandler(request.content) }

    /// The time for the change is over. Never called on Linux.
    open func serviceExtensionTimeWillExpire() {}
}

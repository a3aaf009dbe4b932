// SPDX-License-Identifier: MIT

public import Foundation

/// A telephone number as an integer: the country code and the rest, without `+`.
public typealias CXCallDirectoryPhoneNumber = Int64
/// The largest number that an entry can have.
public let CXCallDirectoryPhoneNumberMax: CXCallDirectoryPhoneNumber = .max - 1

/// Labels and blocks numbers. Subclass it and override ``beginRequest(with:)-(CXCallDirectoryExtensionContext)``.
open class CXCallDirectoryProvider: NSObject, NSExtensionRequestHandling {
    /// Fills the directory. By default it adds nothing.
    open func beginRequest(with context: CXCallDirectoryExtensionContext) {}

    /// Forwards the request of a directory.
    open func beginRequest(with context: NSExtensionContext) {
        if let context = context as? CXCallDirectoryExtensionContext { beginRequest(with: context) }
    }
}

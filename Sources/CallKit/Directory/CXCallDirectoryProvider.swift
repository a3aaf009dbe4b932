// SPDX-License-Identifier: MIT

public import Foundation

/// A telephone number as an integer: the country code and what follows, without `+`.
public typealias CXCallDirectoryPhoneNumber = Int64
/// The largest number that can be added.
public let CXCallDirectoryPhoneNumberMax: CXCallDirectoryPhoneNumber = .max - 1

/// Names numbers and blocks them. Subclass it and override ``beginRequest(with:)-(CXCallDirectoryExtensionContext)``.
open class CXCallDirectoryProvider: NSObject, NSExtensionRequestHandling {
    /// Fills the directory. By default nothing is added.
    open func beginRequest(with context: CXCallDirectoryExtensionContext) {}

    /// Passes a directory's request on.
    open func beginRequest(with context: NSExtensionContext) {
        if let context = context as? CXCallDirectoryExtensionContext { beginRequest(with: context) }
    }
}

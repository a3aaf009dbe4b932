// SPDX-License-Identifier: MIT

public import Foundation

/// The superclass of delegates, controllers and windows. Nothing on Linux sends events through it.
@preconcurrency @MainActor
open class UIResponder: NSObject {
    /// Required, because `@main` creates the delegate of an app by it.
    public required override init() { super.init() }

    /// Always nil.
    open var next: UIResponder? { nil }
}

/// An object that an activity of the user is restored to.
public protocol UIUserActivityRestoring: NSObjectProtocol {}

extension UIResponder: UIUserActivityRestoring {}

// SPDX-License-Identifier: MIT

public import Foundation

/// The screen, of which the library knows nothing.
@preconcurrency @MainActor
public final class UIScreen: NSObject {
    /// The screen.
    public static let main = UIScreen()
    /// Always empty.
    public var bounds: CGRect { .zero }
    /// Always 1.
    public var scale: CGFloat { 1 }
}

/// The property that delegates of apps declare. It shows nothing.
@preconcurrency @MainActor
open class UIWindow: UIResponder {
    /// The controller that fills the window.
    open var rootViewController: UIViewController?

    /// The frame has no effect.
    public convenience init(frame: CGRect) { self.init() }

    /// Tells the root that it appears.
    open func makeKeyAndVisible() { rootViewController?.appear(false) }
}

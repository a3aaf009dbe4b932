// SPDX-License-Identifier: MIT

// As on Apple's systems, `import UIKit` is enough for URL, Data, Bundle, URLSession and NSUserActivity.
@_exported public import Foundation
@_exported public import FoundationNetworking

@_exported public import class Intents.NSUserActivity

/// A controller without views: the toolkit of the app shows them. It has what call managers and delegates pass around,
/// and calls `viewDidLoad`, `viewWillAppear` and `viewDidAppear` when it is presented or becomes a window's root.
@preconcurrency @MainActor
open class UIViewController: UIResponder {
    /// The name of the controller for people.
    open var title: String?
    /// The controller that covers this one.
    open private(set) var presentedViewController: UIViewController?
    /// The controller that this one covers.
    open private(set) weak var presentingViewController: UIViewController?
    /// Whether `viewDidLoad` was called.
    public private(set) var isViewLoaded = false
    /// Stored only.
    open var modalPresentationStyle = UIModalPresentationStyle.automatic

    /// Where the screen may be turned to. Nothing reads it on Linux.
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .all }

    /// A controller. Linux has no nibs, so the arguments have no effect.
    public init(nibName: String?, bundle: Bundle?) { super.init() }

    /// A controller.
    public override convenience init() { self.init(nibName: nil, bundle: nil) }

    /// A controller; nothing is read from the coder.
    public required init?(coder: NSCoder) { super.init() }

    /// Called once, before the controller appears first.
    open func viewDidLoad() {}
    /// Called before the controller appears.
    open func viewWillAppear(_ animated: Bool) {}
    /// Called when the controller has appeared.
    open func viewDidAppear(_ animated: Bool) {}
    /// Called before the controller is dismissed.
    open func viewWillDisappear(_ animated: Bool) {}
    /// Called when the controller was dismissed.
    open func viewDidDisappear(_ animated: Bool) {}

    /// Calls `viewDidLoad` if it was not called before.
    open func loadViewIfNeeded() {
        guard !isViewLoaded else { return }
        isViewLoaded = true
        viewDidLoad()
    }

    /// Remembers the controller. Does nothing if another one is presented.
    open func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {
        guard presentedViewController == nil else { return }
        presentedViewController = controller
        controller.presentingViewController = self
        controller.appear(animated)
        completion?()
    }

    /// Forgets the controller that this one presents, or else this one.
    open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
        guard let presented = presentedViewController else {
            if let presenter = presentingViewController {
                presenter.dismiss(animated: animated, completion: completion)
            }
            return
        }
        presented.viewWillDisappear(animated)
        (presentedViewController, presented.presentingViewController) = (nil, nil)
        presented.viewDidDisappear(animated)
        completion?()
    }

    func appear(_ animated: Bool) {
        loadViewIfNeeded()
        viewWillAppear(animated)
        viewDidAppear(animated)
    }
}

/// How a controller covers another one. The toolkit of the app decides; stored only.
public enum UIModalPresentationStyle: Int, Sendable {
    /// Stored only.
    case fullScreen = 0, pageSheet, formSheet, currentContext, custom, overFullScreen, overCurrentContext, popover
    /// Stored only.
    case none = -1
    /// Stored only.
    case automatic = -2
}

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

// SPDX-License-Identifier: MIT

public import Foundation
public import Intents

/// The property that delegates of apps declare. It shows nothing.
@preconcurrency @MainActor
open class UIWindow: UIResponder {
    /// The controller that fills the window.
    open var rootViewController: UIViewController?
    /// The scene that the window belongs to; nil if it belongs to none.
    open weak var windowScene: UIWindowScene?
    /// Whether the window was shown last.
    open private(set) var isKeyWindow = false
    /// Whether the window was not shown. Stored only.
    open var isHidden = true
    /// Stored only.
    open var frame = CGRect.zero

    /// A window of no scene.
    public override init() {
        super.init()
        Self.known.append(Reference(window: self))
    }

    /// A window of no scene. The frame has no effect.
    public convenience init(frame: CGRect) {
        self.init()
        self.frame = frame
    }

    /// A window of that scene.
    public convenience init(windowScene: UIWindowScene) {
        self.init()
        self.windowScene = windowScene
    }

    /// Tells the root that it appears.
    open func makeKeyAndVisible() {
        makeKey()
        isHidden = false
        rootViewController?.appear(false)
    }

    /// The window has the input.
    open func makeKey() {
        for window in Self.all { window.isKeyWindow = window === self }
    }

    private struct Reference {
        weak var window: UIWindow?
    }

    private static var known: [Reference] = []

    /// The windows that exist, the oldest first.
    static var all: [UIWindow] {
        known.removeAll { $0.window == nil }
        return known.compactMap(\.window)
    }
}

/// The superclass of delegates, controllers and windows. Nothing on Linux sends events through it.
@preconcurrency @MainActor
open class UIResponder: NSObject {
    /// A responder.
    public override init() { super.init() }

    /// Creates an object by the initializer without arguments of its class, which dispatches to a subclass.
    @usableFromInline convenience init(made: Void) { self.init() }

    /// An object of a class that is known at run time only. An initializer that does this must be `required`, and then
    /// the `override init()` that delegates of apps have would be an error. So this is the entry of `init(made:)` that
    /// allocates, which takes the class as a method of the class does.
    @_silgen_name("$s5UIKit11UIResponderC4madeACyt_tcfC")
    private static func make(_ made: Void) -> UIResponder

    static func made() -> UIResponder { make(()) }

    /// Always nil.
    open var next: UIResponder? { nil }
    /// Stored only.
    open var userActivity: NSUserActivity?

    /// An activity is restored to this object. Does nothing.
    open func restoreUserActivityState(_ userActivity: NSUserActivity) {}
    /// Does nothing.
    open func updateUserActivityState(_ activity: NSUserActivity) {}
}

/// An object that an activity of the user is restored to.
@preconcurrency @MainActor
public protocol UIUserActivityRestoring: NSObjectProtocol {
    /// Restores the activity.
    func restoreUserActivityState(_ userActivity: NSUserActivity)
}

extension UIResponder: UIUserActivityRestoring {}

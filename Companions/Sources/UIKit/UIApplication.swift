// SPDX-License-Identifier: MIT

public import Foundation
@_spi(Companions) internal import Intents
internal import Synchronization

/// The app that runs.
///
/// Linux neither suspends programs nor tells them whether their window is in front, so the toolkit's part of the app
/// sets ``applicationState``.
@preconcurrency @MainActor
public final class UIApplication: UIResponder {
    /// The app of this process.
    public static let shared: UIApplication = {
        let application = UIApplication()
        StartCallRequests.follow { application.receive($0) }
        return application
    }()

    /// Gets the events of the app.
    public weak var delegate: (any UIApplicationDelegate)?

    /// Whether the app is in front. On Linux the app sets it when its window comes to the front or leaves it; that
    /// posts the notifications of iOS and calls the delegate. `active` at the start, unless the app starts in the
    /// background.
    public var applicationState = State.active {
        didSet { if applicationState != oldValue { announce(oldValue, applicationState) } }
    }

    /// Whether the app is in front.
    public enum State: Int, Sendable {
        /// In front.
        case active
        /// In front, but another window has the input.
        case inactive
        /// Not in front.
        case background
    }

    /// The scene of the app; nil if it has none, or it has not appeared yet.
    var scene: UIScene?
    /// Whether `@main` runs the app, and not a toolkit.
    private(set) var hasOwnLife = false

    /// Whether the screen stays on. Stored only: the toolkit of the app does that.
    public var isIdleTimerDisabled = false
    /// Stored only.
    public var applicationIconBadgeNumber = 0
    /// The user's data can be read while the app runs.
    public var isProtectedDataAvailable: Bool { true }

    // MARK: Background tasks

    /// Linux does not suspend the app, so the handler is never called.
    public nonisolated func beginBackgroundTask(
        withName name: String? = nil, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier { .new() }

    /// Linux does not suspend the app, so the handler is never called.
    public nonisolated func beginBackgroundTask(
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier { .new() }

    /// Does nothing.
    public nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}

    /// There is no limit.
    public var backgroundTimeRemaining: TimeInterval { .greatestFiniteMagnitude }

    // MARK: URLs

    /// Whether a program on this computer opens URLs of this scheme. Asks `xdg-mime` and waits for it.
    public func canOpenURL(_ url: URL) -> Bool { OtherPrograms.open(url.scheme) }

    /// Opens a URL in the user's program for it, with `xdg-open`, which in a sandbox asks the desktop portal. The
    /// completion has false if the URL has no scheme, or if no program opens it.
    public func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        OtherPrograms.open(url) { isOpen in DispatchQueue.main.async { completion?(isOpen) } }
    }

    /// Opens a URL in the user's program for it.
    @discardableResult
    public func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
        await withCheckedContinuation { continuation in
            OtherPrograms.open(url) { continuation.resume(returning: $0) }
        }
    }

    /// Have no effect on Linux.
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Only an app may open the link.
        public static let universalLinksOnly = Self(rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
    }

    // MARK: Remote notifications

    /// Fails, and tells the delegate: calls come through PushKit, and Linux has no other remote notifications.
    public func registerForRemoteNotifications() {
        let error = CocoaError(.featureUnsupported)
        DispatchQueue.main.async { [self] in
            delegate?.application(self, didFailToRegisterForRemoteNotificationsWithError: error)
        }
    }

    /// Does nothing.
    public func unregisterForRemoteNotifications() {}
    /// Always false.
    public var isRegisteredForRemoteNotifications: Bool { false }

    // MARK: Life

    /// Why the app was started. Linux tells none of these.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A URL that the app opens.
        public static let url = Self(rawValue: "UIApplicationLaunchOptionsURLKey")
        /// A notification that came from a server.
        public static let remoteNotification = Self(rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
        /// An activity that the app continues.
        public static let userActivityDictionary = Self(rawValue: "UIApplicationLaunchOptionsUserActivityDictionaryKey")
    }

    /// Options of a URL that the app opens.
    public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The app that opens the URL.
        public static let sourceApplication = Self(rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey")
    }

    /// The app was started. Only with `@main`.
    public nonisolated static let didFinishLaunchingNotification = Notification.Name(
        "UIApplicationDidFinishLaunchingNotification")
    /// The app is in front.
    public nonisolated static let didBecomeActiveNotification = Notification.Name(
        "UIApplicationDidBecomeActiveNotification")
    /// The app leaves the front.
    public nonisolated static let willResignActiveNotification = Notification.Name(
        "UIApplicationWillResignActiveNotification")
    /// The app is not visible any more.
    public nonisolated static let didEnterBackgroundNotification = Notification.Name(
        "UIApplicationDidEnterBackgroundNotification")
    /// The app becomes visible.
    public nonisolated static let willEnterForegroundNotification = Notification.Name(
        "UIApplicationWillEnterForegroundNotification")
    /// The process got SIGTERM. Only with `@main`.
    public nonisolated static let willTerminateNotification = Notification.Name(
        "UIApplicationWillTerminateNotification")

    /// Begins the life of the app.
    func launch(_ delegate: any UIApplicationDelegate, inBackground: Bool) {
        hasOwnLife = true
        if inBackground { applicationState = .background }
        self.delegate = delegate
        _ = delegate.application(self, willFinishLaunchingWithOptions: nil)
        _ = delegate.application(self, didFinishLaunchingWithOptions: nil)
        post(Self.didFinishLaunchingNotification)
        guard !inBackground else { return }
        connectScene()
        // A scene that appears with the app comes to the front.
        if scene != nil { tell(UIScene.willEnterForegroundNotification) { $1.sceneWillEnterForeground($0) } }
        tell(UIScene.didActivateNotification) {
            $1.sceneDidBecomeActive($0)
        } or: {
            $0.applicationDidBecomeActive(self)
        }
        post(Self.didBecomeActiveNotification)
    }

    /// Each state lies between its neighbours, so a change passes `inactive`.
    private func announce(_ old: State, _ new: State) {
        if old == .active {
            tell(UIScene.willDeactivateNotification) {
                $1.sceneWillResignActive($0)
            } or: {
                $0.applicationWillResignActive(self)
            }
            post(Self.willResignActiveNotification)
        }
        if new == .background {
            tell(UIScene.didEnterBackgroundNotification) {
                $1.sceneDidEnterBackground($0)
            } or: {
                $0.applicationDidEnterBackground(self)
            }
            post(Self.didEnterBackgroundNotification)
        }
        if old == .background {
            tell(UIScene.willEnterForegroundNotification) {
                $1.sceneWillEnterForeground($0)
            } or: {
                $0.applicationWillEnterForeground(self)
            }
            post(Self.willEnterForegroundNotification)
        }
        if new == .active {
            tell(UIScene.didActivateNotification) {
                $1.sceneDidBecomeActive($0)
            } or: {
                $0.applicationDidBecomeActive(self)
            }
            post(Self.didBecomeActiveNotification)
        }
    }

    /// Tells the scene of the app, or the app's delegate if there is none.
    private func tell(
        _ name: Notification.Name, _ tellScene: (UIScene, any UISceneDelegate) -> Void,
        or tellApp: (any UIApplicationDelegate) -> Void = { _ in }
    ) {
        if let scene, let sceneDelegate = scene.delegate {
            tellScene(scene, sceneDelegate)
            NotificationCenter.default.post(name: name, object: scene)
        } else if let delegate {
            tellApp(delegate)
        }
    }

    func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }
}

/// A task that an app finishes in the background.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    /// A number; 0 = no task.
    public let rawValue: Int

    /// The task with that number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// No task.
    public static let invalid = Self(rawValue: 0)

    private static let last = Atomic(0)
    static func new() -> Self { Self(rawValue: last.add(1, ordering: .relaxed).newValue) }
}

/// What an app found when it fetched data.
public enum UIBackgroundFetchResult: UInt, Sendable {
    /// There was new data, there was none, or the app could not look.
    case newData, noData, failed
}

/// The programs that open URLs.
enum OtherPrograms {
    /// The completion comes on any thread.
    static func open(
        _ url: URL, in folders: [String] = folders, _ completion: @escaping @Sendable (Bool) -> Void
    ) {
        // A text without a scheme could be an option of xdg-open, or a file.
        guard url.scheme?.isEmpty == false, let program = process(folders, "xdg-open", url.absoluteString)
        else {
            return completion(false)
        }
        program.standardOutput = FileHandle.nullDevice
        program.terminationHandler = { completion($0.terminationStatus == 0) }
        do { try program.run() } catch { completion(false) }
    }

    /// Whether a program opens URLs of that scheme.
    static func open(_ scheme: String?) -> Bool {
        guard let scheme = scheme?.lowercased(), !scheme.isEmpty,
            let program = process(folders, "xdg-mime", "query", "default", "x-scheme-handler/\(scheme)")
        else { return false }
        let answer = Pipe()
        program.standardOutput = answer
        guard (try? program.run()) != nil else { return false }
        let text = String(decoding: answer.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        program.waitUntilExit()
        return !text.allSatisfy(\.isWhitespace)
    }

    static let folders =
        ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map { String($0) } ?? ["/usr/bin"]

    private static func process(_ folders: [String], _ name: String, _ arguments: String...) -> Process? {
        let paths = folders.map { "\($0)/\(name)" }
        guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else { return nil }
        let program = Process()
        (program.executableURL, program.arguments) = (URL(fileURLWithPath: path), arguments)
        (program.standardInput, program.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        return program
    }
}

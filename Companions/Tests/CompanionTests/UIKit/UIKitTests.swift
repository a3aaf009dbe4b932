// SPDX-License-Identifier: MIT

import Testing

@testable import UIKit

@Suite(.serialized) @MainActor struct UIKitTests {
    private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func write(_ data: Data, _ path: String) throws {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }

    @Test("An image of the bundle is found by its name, and its PNG is unchanged")
    func images() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(Self.png, "Icon@2x.png")
        try write(Self.png + [4], "Assets.xcassets/Calls/Logo.imageset/logo-large.png")
        try write(Self.png, "Assets.xcassets/Calls/Logo.imageset/logo.png")
        try write(Data("{}".utf8), "Assets.xcassets/Calls/Logo.imageset/Contents.json")
        try write(Data("text".utf8), "Text.png")
        let bundle = try #require(Bundle(path: folder.path))
        #expect(UIImage(named: "Icon", in: bundle)?.pngData() == Self.png)
        #expect(UIImage(named: "Logo", in: bundle)?.pngData() == Self.png + [4])
        #expect(UIImage(named: "Text", in: bundle) == nil)
        #expect(UIImage(named: "Other", in: bundle) == nil)
        #expect(UIImage(named: "not in the folder of the tests") == nil)
        #expect(#imageLiteral(resourceName: "not in the folder of the tests").pngData() == nil)
        #expect(UIImage(data: Data([0xFF, 0xD8, 0xFF, 0xE0]))?.pngData() == nil)
    }

    private final class Delegate: UIResponder, UIApplicationDelegate {
        var events: [String] = []
        func applicationDidBecomeActive(_ application: UIApplication) { events.append("active") }
        func applicationWillResignActive(_ application: UIApplication) { events.append("inactive") }
        func applicationDidEnterBackground(_ application: UIApplication) { events.append("background") }
        func applicationWillEnterForeground(_ application: UIApplication) { events.append("foreground") }
    }

    @Test("A change of the state of the app reaches its delegate and the observers of its notifications")
    func state() {
        let (application, delegate) = (UIApplication.shared, Delegate())
        application.delegate = delegate
        nonisolated(unsafe) var posts = 0
        let observer = NotificationCenter.default.addObserver(
            forName: UIApplication.didEnterBackgroundNotification, object: application, queue: nil
        ) { _ in posts += 1 }
        defer { NotificationCenter.default.removeObserver(observer) }
        application.applicationState = .background
        application.applicationState = .background
        application.applicationState = .active
        #expect(delegate.events == ["inactive", "background", "foreground", "active"])
        #expect(posts == 1)
        let tasks = [application.beginBackgroundTask(), application.beginBackgroundTask(withName: "end") {}]
        #expect(tasks[0] != tasks[1] && !tasks.contains(.invalid))
        tasks.forEach(application.endBackgroundTask)
    }

    @Test("A URL is opened only if it has a scheme", .timeLimit(.minutes(1)))
    func urls() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        // A program of the test in place of xdg-open.
        let script = "#!/bin/sh\necho \"$1\" >\(folder.path)/opened\n[ \"$1\" = tel:5550100 ]\n"
        try write(Data(script.utf8), "xdg-open")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: folder.appendingPathComponent("xdg-open").path)
        #expect(await opens("tel:5550100"))
        #expect(try String(contentsOf: folder.appendingPathComponent("opened"), encoding: .utf8) == "tel:5550100\n")
        #expect(await !opens("other:1"))
        try write(Data(), "opened")
        #expect(await !opens("--help"))
        #expect(try Data(contentsOf: folder.appendingPathComponent("opened")).isEmpty)
    }

    private func opens(_ text: String) async -> Bool {
        guard let url = URL(string: text) else { return false }
        return await withCheckedContinuation { continuation in
            OtherPrograms.open(url, in: [folder.path]) { continuation.resume(returning: $0) }
        }
    }

    @Test("The identifier for a vendor stays the same for a program and a user")
    func vendorIdentifier() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let environment = ["XDG_STATE_HOME": folder.path]
        let first = try #require(VendorIdentifier.read(environment, program: "phone"))
        #expect(VendorIdentifier.read(environment, program: "phone") == first)
        #expect(VendorIdentifier.read(environment, program: "other") != first)
        try write(Data("damaged".utf8), "phone/identifier-for-vendor")
        let repaired = try #require(VendorIdentifier.read(environment, program: "phone"))
        #expect(VendorIdentifier.read(environment, program: "phone") == repaired)
        #expect(VendorIdentifier.read([:], program: "phone") == nil)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("phone").path).count == 1)
        #expect(
            UIDevice.current.systemName == "Linux" && !UIDevice.current.name.isEmpty && !UIDevice.current.model.isEmpty)
    }

    private final class SceneRecorder: UIResponder, UIWindowSceneDelegate {
        static var events: [String] = []
        var window: UIWindow?
        func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
            Self.events.append("connect \(options.urlContexts.map(\.url.absoluteString))")
            guard let scene = scene as? UIWindowScene else { return }
            window = UIWindow(windowScene: scene)
            window?.makeKeyAndVisible()
        }
        func sceneDidBecomeActive(_ scene: UIScene) { Self.events.append("active") }
        func sceneWillResignActive(_ scene: UIScene) { Self.events.append("inactive") }
        func sceneDidEnterBackground(_ scene: UIScene) { Self.events.append("background") }
        func sceneWillEnterForeground(_ scene: UIScene) { Self.events.append("foreground") }
        func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
            Self.events.append("opens \(contexts.map(\.url.absoluteString))")
        }
    }

    private final class SceneApp: UIResponder, UIApplicationDelegate {
        var activations = 0
        override init() { super.init() }
        func applicationDidBecomeActive(_ application: UIApplication) { activations += 1 }
        func application(
            _ application: UIApplication, configurationForConnecting session: UISceneSession,
            options: UIScene.ConnectionOptions
        ) -> UISceneConfiguration {
            let configuration = UISceneConfiguration(name: "Default Configuration", sessionRole: session.role)
            configuration.delegateClass = SceneRecorder.self
            return configuration
        }
    }

    @Test("A scene appears with the first activation, and gets the events of the app from then on")
    func scenes() throws {
        let (application, delegate) = (UIApplication.shared, SceneApp())
        defer { (application.scene, application.applicationState) = (nil, .active) }
        application.launch(delegate, inBackground: true)
        #expect(application.connectedScenes.isEmpty)
        application.activate(opening: ["tel:1"])
        #expect(SceneRecorder.events == ["connect [\"tel:1\"]", "foreground", "active"])
        application.activate(opening: ["tel:2"])
        application.applicationState = .background
        #expect(SceneRecorder.events.suffix(3) == ["opens [\"tel:2\"]", "inactive", "background"])
        #expect(delegate.activations == 0)
        let scene = try #require(application.connectedScenes.first as? UIWindowScene)
        #expect(scene.activationState == .background && scene.session.role == .windowApplication)
        #expect(scene.windows.count == 1 && scene.keyWindow === application.keyWindow)
        #expect(application.openSessions.first?.scene === scene)
    }

    private final class CallController: UIViewController {
        var events: [String] = []
        override func viewDidLoad() { events.append("load") }
        override func viewWillAppear(_ animated: Bool) { events.append("appear") }
        override func viewDidDisappear(_ animated: Bool) { events.append("gone") }
    }

    @Test("A controller that is presented loads and appears, and leaves when it is dismissed")
    func controllers() {
        let (root, call) = (UIViewController(), CallController())
        root.present(call, animated: true)
        #expect(root.presentedViewController === call && call.presentingViewController === root)
        call.dismiss(animated: true)
        #expect(root.presentedViewController == nil)
        root.present(call, animated: false)
        #expect(call.events == ["load", "appear", "gone", "appear"])
    }
}

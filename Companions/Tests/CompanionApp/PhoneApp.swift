// SPDX-License-Identifier: MIT

import UIKit

/// An app that prints what happens to it.
@main
final class PhoneApp: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        say("launched \(application.delegate === self) \(Thread.isMainThread)")
        // A timer of the main run loop and the main queue both run.
        _ = Timer.scheduledTimer(withTimeInterval: 0.001, repeats: false) { _ in
            DispatchQueue.main.async { [self] in say("running \(Thread.isMainThread)") }
        }
        return true
    }

    func application(
        _ application: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool {
        say("opens \(url)")
        return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) { say("active") }

    func applicationWillTerminate(_ application: UIApplication) { say("terminates") }

    private func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }
}

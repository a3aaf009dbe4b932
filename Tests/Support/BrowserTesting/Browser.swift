// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The browsers of the tests.
package enum TestedBrowser: String, CaseIterable, CustomTestStringConvertible {
    case chromium = "chromium"
    case firefox = "firefox-esr"

    package var testDescription: String { rawValue }

    /// Those that are installed here. Firefox finds the extension in a folder of the system, which is another one in a mount
    /// namespace.
    package static let installed = allCases.filter { kind in
        guard kind != .firefox || Privilege.isRoot else { return false }
        let folders = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
        return folders.contains { access("\($0)/\(kind.rawValue)", X_OK) == 0 }
    }
}

/// A real browser with the extension, on a page. Its user has allowed the microphone.
package final class Browser {
    private let folder: TemporaryDirectory
    private let process: ChildProcess

    /// `environment` names the buses and the sound server. The extension watches the site `localhost` too.
    package init(_ kind: TestedBrowser, _ page: PageServer, environment: [String: String]) throws {
        folder = try TemporaryDirectory()
        try Self.prepareExtension(in: folder.url)
        let home = folder.url.path
        let arguments =
            switch kind {
            case .chromium: try Self.chromium(home)
            case .firefox: try Self.firefox(home)
            }
        process = try ChildProcess(
            arguments + ["http://localhost:\(page.port)/"],
            environment: environment.merging([
                "HOME": home, "XDG_CONFIG_HOME": home + "/config", "XDG_CACHE_HOME": home + "/cache",
                "LC_ALL": "C.UTF-8",
            ]) { $1 })
        try Self.waitForExtension(page)
    }

    deinit { try? process.kill9() }

    /// A copy of the extension with one site more.
    private static func prepareExtension(in folder: URL) throws {
        let copy = folder.appending(path: "extension")
        try FileManager.default.copyItem(at: Repository.file("browser"), to: copy)
        let manifest = copy.appending(path: "manifest.json")
        let text = try String(contentsOf: manifest, encoding: .utf8)
        let list = #""host_permissions": ["#
        guard text.contains(list) else { throw SupportError("the manifest has no list of sites") }
        try text.replacing(list, with: list + #""http://localhost/*", "#)
            .write(to: manifest, atomically: true, encoding: .utf8)
    }

    /// The manifest of the host as the package installs it, for the program that was built.
    private static func writeHostManifest(_ name: String, to folder: String) throws {
        let text = try String(contentsOf: Repository.file("browser/host/\(name).json"), encoding: .utf8)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try text.replacing("@libexecdir@/monkeycall-browser", with: Product.path("monkeycall-browser"))
            .write(toFile: folder + "/org.monkeycall.browser.json", atomically: true, encoding: .utf8)
    }

    private static func chromium(_ home: String) throws -> [String] {
        try writeHostManifest("chromium", to: home + "/profile/NativeMessagingHosts")
        return [
            "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync",
            "--disable-background-networking", "--disable-component-update", "--user-data-dir=\(home)/profile",
            "--load-extension=\(home)/extension", "--use-fake-ui-for-media-stream",
            "--autoplay-policy=no-user-gesture-required",
        ]
    }

    private static func firefox(_ home: String) throws -> [String] {
        try writeHostManifest("firefox", to: home + "/.mozilla/native-messaging-hosts")
        let settings: KeyValuePairs = [
            "media.navigator.permission.disabled": "true", "media.autoplay.default": "0",
            "datareporting.policy.dataSubmissionEnabled": "false",
            "browser.shell.checkDefaultBrowser": "false", "browser.aboutwelcome.enabled": "false",
            "app.normandy.enabled": "false", "network.captive-portal-service.enabled": "false",
            "network.connectivity-service.enabled": "false",
        ]
        try FileManager.default.createDirectory(atPath: home + "/profile", withIntermediateDirectories: true)
        try settings.map { "user_pref(\"\($0)\", \($1));\n" }.joined()
            .write(toFile: home + "/profile/user.js", atomically: true, encoding: .utf8)
        // The folder of Debian's extensions for Firefox.
        let script = """
            set -e
            mount -t tmpfs none /usr/share/mozilla/extensions
            folder='/usr/share/mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}'
            mkdir "$folder"
            ln -s "$HOME/extension" "$folder/browser@monkeycall.org"
            exec "$@"
            """
        return [
            "unshare", "-m", "sh", "-c", script, "sh", "firefox-esr", "--headless", "--no-remote", "--profile",
            home + "/profile",
        ]
    }

    /// A browser registers the scripts of a new extension while it opens its first page, perhaps too late for that page.
    private static func waitForExtension(_ page: PageServer) throws {
        let deadline = Deadline()
        while try page.run("isWatched()") != "true" {
            guard !deadline.hasPassed else { throw SupportError("the extension does not watch the page") }
            try page.run("reload()")
        }
    }
}

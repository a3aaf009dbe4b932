// SPDX-License-Identifier: MIT

package import BusTesting
import Foundation
import Testing

/// The browsers of the tests.
package enum TestedBrowser: String, CaseIterable, CustomTestStringConvertible {
    case chromium = "chromium"
    case firefox = "firefox-esr"

    package var testDescription: String { rawValue }

    /// Those that are installed here. Firefox finds the extension in a folder of the system, which is another one in a
    /// mount namespace.
    package static let installed = allCases.filter { kind in
        guard kind != .firefox || Privilege.isRoot else { return false }
        let folders = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
        return folders.contains { access("\($0)/\(kind.rawValue)", X_OK) == 0 }
    }
}

/// A real browser with the extension, on a page. Its user has allowed the microphone.
package final class Browser {
    private let folder: TemporaryDirectory
    private let host: WorldReadableProgram
    private let process: ChildProcess
    private let options: () throws -> any ExtensionPage

    /// `environment` names the buses and the sound server, `user` is another user than that of the tests. The extension
    /// watches the site `localhost` too. With `isRemote`, the tests can open the options of the extension. `settings`
    /// is the text of the user's file `bridge.conf`.
    package init(
        _ kind: TestedBrowser, _ page: PageServer, environment: [String: String], user: TestUser? = nil,
        isRemote: Bool = false, settings: String? = nil
    ) throws {
        folder = try TemporaryDirectory()
        host = try WorldReadableProgram(Product.path("monkeycall-browser"), neededBy: user)
        try Self.prepareExtension(in: folder.url)
        let home = folder.url.path
        if let settings {
            let place = home + "/config/monkeycall"
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            try settings.write(toFile: place + "/bridge.conf", atomically: true, encoding: .utf8)
        }
        var program =
            switch kind {
            case .chromium: try ChromiumProgram.prepare(home, host)
            case .firefox: try FirefoxProgram.prepare(home, host)
            }
        var descriptors: [Descriptor] = []
        if isRemote {
            program.command += kind == .chromium ? ChromiumPage.arguments : FirefoxPage.arguments
            switch kind {
            case .chromium:
                let (browserInput, input) = try Descriptor.pipe()
                let (output, browserOutput) = try Descriptor.pipe()
                descriptors = [browserInput, browserOutput]
                options = { try ChromiumPage(input, output) }
            case .firefox: options = { try FirefoxPage(of: home + "/profile") }
            }
        } else {
            options = { throw SupportError("the browser is not remote") }
        }
        if let user { _ = try ChildProcess.run(["chown", "-R", "\(user.uid):\(user.gid)", home]) }
        let command = program.command + ["http://localhost:\(page.port)/"]
        process = try ChildProcess(
            program.wrapper + (user?.running(command) ?? command),
            environment: environment.merging([
                "HOME": home, "XDG_CONFIG_HOME": home + "/config", "XDG_CACHE_HOME": home + "/cache",
                "TMPDIR": home, "LC_ALL": "C.UTF-8",
            ]) { $1 }, passing: descriptors)
        try Self.waitForExtension(page)
    }

    deinit { try? process.kill9() }

    /// Its main process is killed. The others end with it.
    package func crash() throws { try process.kill9() }

    /// Its main process does nothing any more, until it is killed.
    package func pause() { process.send(signal: SIGSTOP) }

    /// Opens the options of the extension in another tab.
    package func openOptions() throws -> any ExtensionPage { try options() }

    /// A copy of the extension with one site more.
    private static func prepareExtension(in folder: URL) throws {
        let copy = folder.appending(path: "extension")
        try FileManager.default.copyItem(at: Repository.file("extensions/browser"), to: copy)
        let manifest = copy.appending(path: "manifest.json")
        let text = try String(contentsOf: manifest, encoding: .utf8)
        let list = #""host_permissions": ["#
        guard text.contains(list) else { throw SupportError("the manifest has no list of sites") }
        try text.replacing(list, with: list + #""http://localhost/*", "#)
            .write(to: manifest, atomically: true, encoding: .utf8)
    }

    /// A browser registers the scripts of a new extension while it opens its first page, perhaps too late for that
    /// page.
    private static func waitForExtension(_ page: PageServer) throws {
        try page.reload(until: { try page.run("isWatched()") == "true" }, "the extension does not watch the page")
    }
}

/// How a browser is started, with the extension where Debian's package installs it.
struct BrowserProgram {
    /// Runs as root before the browser.
    var wrapper: [String]
    var command: [String]

    /// The manifest of the host as the package installs it, for the program that was built.
    static func writeHostManifest(_ name: String, _ host: WorldReadableProgram, to folder: String) throws {
        let text = try String(contentsOf: Repository.file("extensions/browser/host/\(name).json"), encoding: .utf8)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try text.replacing("@libexecdir@/monkeycall-browser", with: host.path)
            .write(toFile: folder + "/org.monkeycall.browser.json", atomically: true, encoding: .utf8)
    }

    /// Runs a command after a script in a mount namespace of its own.
    static func mounting(_ script: String) -> [String] {
        ["unshare", "-m", "sh", "-ec", script + "\nexec \"$@\"", "sh"]
    }
}

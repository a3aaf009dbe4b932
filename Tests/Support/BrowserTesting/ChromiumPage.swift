// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The options in Chromium, through its DevTools protocol: messages in JSON with a zero byte after each.
final class ChromiumPage: ExtensionPage {
    /// The browser reads from its descriptor 3 and writes to 4.
    static let arguments = ["--remote-debugging-pipe"]

    private let output: Descriptor
    private var input: BrowserInput
    private var count = 0
    private var session: String?

    init(_ output: Descriptor, _ input: Descriptor) throws {
        (self.output, self.input) = (output, BrowserInput(input))
        let target = try call("Target.createTarget", ["url": "about:blank"])["targetId"] as? String
        session =
            try call("Target.attachToTarget", ["targetId": target ?? "", "flatten": true])["sessionId"] as? String
        try call("Page.enable")
        try load()
    }

    func load() throws {
        try call("Page.navigate", ["url": HostProcess.chromium[0] + "options.html"])
        while try next()["method"] as? String != "Page.loadEventFired" {}
    }

    func run(_ script: String) throws -> String {
        try evaluate("(async () => { \(script) })().then((value) => JSON.stringify(value) ?? '')")
    }

    func click(_ selector: String) throws { try evaluate("document.querySelector('\(selector)').click(); ''") }

    func type(_ text: String, into selector: String) throws {
        try evaluate("document.querySelector('\(selector)').focus(); ''")
        try call("Input.insertText", ["text": text])
    }

    func stopWorker() throws {
        let targets = try call("Target.getTargets", inBrowser: true)["targetInfos"] as? [[String: Any]] ?? []
        let worker = targets.first {
            $0["type"] as? String == "service_worker"
                && ($0["url"] as? String)?.hasPrefix(HostProcess.chromium[0]) == true
        }
        guard let id = worker?["targetId"] else { throw SupportError("the extension has no worker: \(targets)") }
        try call("Target.closeTarget", ["targetId": id], inBrowser: true)
    }

    @discardableResult
    private func evaluate(_ expression: String) throws -> String {
        let answer = try call(
            "Runtime.evaluate",
            ["expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": true])
        guard let value = (answer["result"] as? [String: Any])?["value"] as? String else {
            throw SupportError("\(expression): \(answer)")
        }
        return value
    }

    @discardableResult
    private func call(
        _ method: String, _ parameters: [String: Any] = [:], inBrowser: Bool = false
    ) throws -> [String: Any] {
        count += 1
        var message: [String: Any] = ["id": count, "method": method, "params": parameters]
        if !inBrowser { message["sessionId"] = session }
        try output.write(Array(JSONSerialization.data(withJSONObject: message)) + [0])
        while true {
            let answer = try next()
            guard answer["id"] as? Int == count else { continue }
            guard let result = answer["result"] as? [String: Any] else { throw SupportError("\(method): \(answer)") }
            return result
        }
    }

    private func next() throws -> [String: Any] {
        let message = try JSONSerialization.jsonObject(with: Data(input.next(before: 0)))
        return message as? [String: Any] ?? [:]
    }
}

/// The command line of Chromium.
enum ChromiumProgram {
    /// Debian's Chromium loads the extensions in a folder of the system. In other systems it has no such folder, and
    /// only root can give a browser another one.
    private static let hasFolder = Privilege.isRoot && access("/etc/chromium.d/extensions", F_OK) == 0

    static func prepare(_ home: String, _ host: WorldReadableProgram) throws -> BrowserProgram {
        var program = BrowserProgram(
            wrapper: [],
            command: [
                "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync",
                "--disable-background-networking", "--disable-component-update", "--user-data-dir=\(home)/profile",
                "--use-fake-ui-for-media-stream", "--autoplay-policy=no-user-gesture-required",
            ])
        guard hasFolder else {
            try BrowserProgram.writeHostManifest("chromium", host, to: home + "/profile/NativeMessagingHosts")
            program.command.append("--load-extension=\(home)/extension")
            return program
        }
        try BrowserProgram.writeHostManifest("chromium", host, to: home + "/hosts")
        program.wrapper = BrowserProgram.mounting(
            """
            cp -a /etc/chromium "$HOME/etc"
            rm -rf "$HOME/etc/native-messaging-hosts"
            mv "$HOME/hosts" "$HOME/etc/native-messaging-hosts"
            mount --bind "$HOME/etc" /etc/chromium
            mount -t tmpfs none /usr/share/chromium
            mkdir /usr/share/chromium/extensions
            ln -s "$HOME/extension" /usr/share/chromium/extensions/monkeycall
            """)
        return program
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The options in Firefox, through Marionette: messages in JSON, each after its length and a colon.
final class FirefoxPage: ExtensionPage {
    static let arguments = ["--marionette", "--remote-allow-system-access"]

    /// The address of the extension's pages, which is random for each profile.
    private static let id = "6d6f6e6b-6579-4361-8c6c-000000000001"
    /// Marionette takes a free port. The user allows each site that the extension asks for.
    static let settings = [
        ("marionette.port", "0"), ("extensions.webextOptionalPermissionPrompts", "false"),
        ("extensions.webextensions.uuids", #""{\"browser@monkeycall.org\": \"\#(id)\"}""#),
    ]

    private let connection: Descriptor
    private var input: BrowserInput
    private var count = 0

    init(of profile: String) throws {
        // Firefox has loaded a page, so it has written the file.
        let text = try String(contentsOfFile: profile + "/MarionetteActivePort", encoding: .utf8)
        guard let port = UInt16(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw SupportError("the browser has no port: \(text)")
        }
        connection = try LocalPort.connect(port)
        input = BrowserInput(connection)
        _ = try next()
        try call("WebDriver:NewSession")
        let tab = try call("WebDriver:NewWindow", ["type": "tab"]) as? [String: Any]
        try call("WebDriver:SwitchToWindow", ["handle": tab?["handle"] ?? ""])
        try load()
    }

    func load() throws {
        try call("WebDriver:Navigate", ["url": "moz-extension://\(Self.id)/options.html"])
    }

    func run(_ script: String) throws -> String {
        let body = """
            const done = arguments[0];
            (async () => { \(script) })()
              .then((value) => done(JSON.stringify(value) ?? ""), (error) => done({ error: `${error}` }));
            """
        let answer = try call("WebDriver:ExecuteAsyncScript", ["script": body, "args": [Any]()])
        guard let value = (answer as? [String: Any])?["value"] as? String else {
            throw SupportError("\(script): \(answer)")
        }
        return value
    }

    func click(_ selector: String) throws { try call("WebDriver:ElementClick", ["id": find(selector)]) }

    func type(_ text: String, into selector: String) throws {
        try call("WebDriver:ElementSendKeys", ["id": find(selector), "text": text])
    }

    func stopWorker() throws { throw SupportError("no test can end the worker in Firefox") }

    private func find(_ selector: String) throws -> String {
        let answer = try call("WebDriver:FindElement", ["using": "css selector", "value": selector])
        let element = (answer as? [String: Any])?["value"] as? [String: String]
        guard let id = element?.values.first else { throw SupportError("\(selector): \(answer)") }
        return id
    }

    @discardableResult
    private func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> Any {
        count += 1
        let message = try JSONSerialization.data(withJSONObject: [0, count, method, parameters])
        try connection.write(Array("\(message.count):".utf8) + message)
        guard let answer = try next() as? [Any], answer.count == 4, answer[1] as? Int == count else {
            throw SupportError("\(method) has no answer")
        }
        guard answer[2] is NSNull else { throw SupportError("\(method): \(answer[2])") }
        return answer[3]
    }

    private func next() throws -> Any {
        let length = try input.next(before: UInt8(ascii: ":"))
        guard let count = Int(String(decoding: length, as: UTF8.self)) else {
            throw SupportError("the browser speaks another protocol")
        }
        return try JSONSerialization.jsonObject(with: Data(input.next(count)))
    }
}

/// The command line and the profile of Firefox.
enum FirefoxProgram {
    static func prepare(_ home: String, _ host: WorldReadableProgram) throws -> BrowserProgram {
        try BrowserProgram.writeHostManifest("firefox", host, to: home + "/.mozilla/native-messaging-hosts")
        let settings: KeyValuePairs = [
            "media.navigator.permission.disabled": "true", "media.autoplay.default": "0",
            "datareporting.policy.dataSubmissionEnabled": "false",
            "browser.shell.checkDefaultBrowser": "false", "browser.aboutwelcome.enabled": "false",
            "app.normandy.enabled": "false", "network.captive-portal-service.enabled": "false",
            "network.connectivity-service.enabled": "false",
        ]
        let all = settings.map { ($0, $1) } + FirefoxPage.settings
        try FileManager.default.createDirectory(atPath: home + "/profile", withIntermediateDirectories: true)
        try all.map { "user_pref(\"\($0)\", \($1));\n" }.joined()
            .write(toFile: home + "/profile/user.js", atomically: true, encoding: .utf8)
        // The folder of Debian's extensions for Firefox.
        let wrapper = BrowserProgram.mounting(
            """
            mount -t tmpfs none /usr/share/mozilla/extensions
            folder='/usr/share/mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}'
            mkdir "$folder"
            ln -s "$HOME/extension" "$folder/browser@monkeycall.org"
            """)
        return BrowserProgram(
            wrapper: wrapper,
            command: ["firefox-esr", "--headless", "--no-remote", "--profile", home + "/profile"])
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

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

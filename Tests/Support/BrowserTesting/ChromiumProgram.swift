// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

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

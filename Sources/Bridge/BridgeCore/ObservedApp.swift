// SPDX-License-Identifier: MIT

/// A program whose microphone streams count as a call. All of it comes from the settings, and nothing from the program.
package struct ObservedApp: Hashable, Sendable {
    /// The name for people.
    package let name: String
    /// The part of its provider's identifier: small letters, digits and dashes.
    package let id: String
    /// The file names of its programs, and its ids in Flatpak and Snap, in small letters.
    package let programs: Set<String>

    /// The most characters of a name.
    package static let nameLimit = 100

    /// nil = the name has neither a Latin letter nor a digit, or is too long.
    package init?(_ name: String, _ programs: [String]) {
        let words = name.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        guard !words.isEmpty, name.count <= Self.nameLimit else { return nil }
        (self.name, id) = (name, words.joined(separator: "-"))
        self.programs = Set(programs.map { $0.lowercased() })
    }
}

/// The apps that are observed. No two have the same ``ObservedApp/id``.
package struct ObservedAppList: Hashable, Sendable {
    private var apps: [String: ObservedApp] = [:]
    private var byProgram: [String: ObservedApp] = [:]

    /// A later app replaces an earlier one of the same id, and takes the programs that both name.
    package init(_ apps: [ObservedApp]) {
        for app in apps { self.apps[app.id] = app }
        for app in apps where self.apps[app.id] == app {
            for program in app.programs { byProgram[program] = app }
        }
    }

    /// The app that has a program with this file name or id. Large and small letters are equal.
    package subscript(program: String) -> ObservedApp? { byProgram[program.lowercased()] }

    /// Whether that app is observed, under this name and with these programs.
    package func contains(_ app: ObservedApp) -> Bool { apps[app.id] == app }

    /// This list with apps of the user. An app without programs is not observed.
    package func merging(_ own: [ObservedApp]) -> Self {
        Self(apps.values.sorted { $0.id < $1.id } + own)
    }
}

extension ObservedAppList {
    /// The apps that are observed if the user changes nothing: docs/monkeycall-bridge.conf shows the same.
    package static let defaults = ObservedAppList(defaultApps)

    package static let defaultApps: [ObservedApp] = [
        ("Zoom", ["zoom", "us.zoom.Zoom", "zoom-client"]),
        ("Microsoft Teams", ["teams", "teams-for-linux", "com.github.IsmaelMartinez.teams_for_linux"]),
        (
            "Discord",
            ["Discord", "DiscordCanary", "DiscordPTB", "com.discordapp.Discord", "vesktop", "dev.vencord.Vesktop"]
        ),
        ("Element", ["element-desktop", "im.riot.Riot"]),
        ("Skype", ["skypeforlinux", "com.skype.Client", "skype"]),
        ("Slack", ["slack", "com.slack.Slack"]),
        ("Signal", ["signal-desktop", "signal-desktop-beta", "org.signal.Signal"]),
        ("Telegram", ["telegram-desktop", "Telegram", "org.telegram.desktop"]),
        ("WhatsApp", ["whatsapp-for-linux", "com.github.eneshecan.WhatsAppForLinux", "com.rtosta.zapzap", "zapzap"]),
        ("Webex", ["CiscoCollabHost", "com.cisco.webex", "webex"]),
        ("Jitsi Meet", ["jitsi-meet", "jitsi-meet-electron", "org.jitsi.jitsi-meet"]),
        ("Mumble", ["mumble", "info.mumble.Mumble"]),
        ("TeamSpeak", ["ts3client_linux_amd64", "TeamSpeak", "com.teamspeak.TeamSpeak", "com.teamspeak.TeamSpeak3"]),
        ("Wire", ["wire-desktop", "wire-desktop-internal", "com.wire.WireDesktop", "wire"]),
        ("Viber", ["Viber", "com.viber.Viber"]),
        ("Threema", ["threema-desktop", "ch.threema.threema-desktop"]),
        ("Linphone", ["linphone", "linphone-desktop", "com.belledonnecommunications.linphone"]),
        ("Jami", ["jami", "jami-qt", "jamid", "net.jami.Jami"]),
        ("Dino", ["dino", "dino-im", "im.dino.Dino"]),
        ("GOnnect", ["gonnect", "de.gonicus.gonnect"]),
        ("Twinkle", ["twinkle"]),
        ("Baresip", ["baresip"]),
        ("Nextcloud Talk", ["nextcloud-talk-desktop", "Nextcloud Talk", "com.nextcloud.talk"]),
        ("WebCord", ["webcord", "io.github.spacingbat3.webcord"]),
        ("Legcord", ["legcord", "app.legcord.Legcord"]),
        ("Mattermost", ["mattermost-desktop", "com.mattermost.Desktop"]),
        ("Rocket.Chat", ["rocketchat-desktop", "rocketchat", "chat.rocket.RocketChat"]),
        ("Chromium", ["chromium", "chromium-browser", "org.chromium.Chromium"]),
        ("Google Chrome", ["chrome", "com.google.Chrome"]),
        ("Firefox", ["firefox", "firefox-esr", "firefox-bin", "org.mozilla.firefox"]),
        ("Brave", ["brave", "com.brave.Browser"]),
        ("Microsoft Edge", ["msedge", "com.microsoft.Edge"]),
        ("Vivaldi", ["vivaldi-bin", "com.vivaldi.Vivaldi"]),
        ("Opera", ["opera", "com.opera.Opera"]),
    ].compactMap { ObservedApp($0, $1) }
}

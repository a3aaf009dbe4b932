// SPDX-License-Identifier: MIT

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
        ("Signal", ["signal-desktop", "org.signal.Signal"]),
        ("Telegram", ["telegram-desktop", "Telegram", "org.telegram.desktop"]),
        ("WhatsApp", ["whatsapp-for-linux", "com.github.eneshecan.WhatsAppForLinux", "com.rtosta.zapzap", "zapzap"]),
        ("Webex", ["CiscoCollabHost", "com.cisco.webex", "webex"]),
        ("Jitsi Meet", ["jitsi-meet", "jitsi-meet-electron", "org.jitsi.jitsi-meet"]),
        ("Mumble", ["mumble", "info.mumble.Mumble"]),
        ("TeamSpeak", ["ts3client_linux_amd64", "TeamSpeak", "com.teamspeak.TeamSpeak", "com.teamspeak.TeamSpeak3"]),
        ("Wire", ["wire-desktop", "com.wire.WireDesktop", "wire"]),
        ("Viber", ["Viber", "com.viber.Viber"]),
        ("Threema", ["threema-desktop", "ch.threema.threema-desktop"]),
        ("Linphone", ["linphone", "com.belledonnecommunications.linphone"]),
        ("Jami", ["jami", "net.jami.Jami"]),
        ("Chromium", ["chromium", "chromium-browser", "org.chromium.Chromium"]),
        ("Google Chrome", ["chrome", "com.google.Chrome"]),
        ("Firefox", ["firefox", "firefox-esr", "firefox-bin", "org.mozilla.firefox"]),
        ("Brave", ["brave", "com.brave.Browser"]),
        ("Microsoft Edge", ["msedge", "com.microsoft.Edge"]),
        ("Vivaldi", ["vivaldi-bin", "com.vivaldi.Vivaldi"]),
        ("Opera", ["opera", "com.opera.Opera"]),
    ].compactMap { ObservedApp($0, $1) }
}

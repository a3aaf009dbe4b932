// SPDX-License-Identifier: MIT

import TestNames
import Testing

@testable import CallCore

struct SandboxNameTests {
    @Test func `A Flatpak owns its name and those below, and a snap its name and its numbers`() {
        for name in ["org.example.App", "org.example.App.Work", "org.example.App.2"] {
            #expect(SandboxName.owns(name, app: "org.example.App"), "\(name)")
        }
        for name in ["org.example", "org.example.Application", "org", ""] {
            #expect(!SandboxName.owns(name, app: "org.example.App"), "\(name)")
        }
        #expect(SandboxName.owns("org", app: "org") && SandboxName.owns("org.2", app: "org"))
        for name in ["org.gnome.Calls", "org.2.Calls", "org.2a", "org.", "org..2", "organ"] {
            #expect(!SandboxName.owns(name, app: "org"), "\(name)")
        }
    }

    @Test func `A program without a sandbox owns every name, and a sandbox without a name owns none`() {
        for name in ["org.gnome.Calls", "phone", ""] {
            #expect(SandboxName.owns(name, app: nil) && !SandboxName.owns(name, app: ""))
        }
    }

    @Test func `A refusal says which names an app owns`() {
        #expect(SandboxName.owned(by: "org.a.App") == "org.a.App and the names that begin with it and a dot.")
        #expect(SandboxName.owned(by: "signal") == "signal and that name with a number, such as signal.2.")
        #expect(SandboxName.owned(by: "") == "no name, because its sandbox cannot be identified.")
    }

    @Test func `An app in a sandbox names its own desktop entries only`() {
        for (entry, app) in [
            ("org.example.App", "org.example.App"), ("org.example.App.Calls", "org.example.App"), ("signal", "signal"),
            ("signal_calls", "signal"), ("org.gnome.Terminal", nil),
        ] {
            #expect(SandboxName.owns(desktopEntry: entry, app: app), "\(entry)")
        }
        for (entry, app) in [
            ("org.gnome.Terminal", "org.example.App"), ("org.example.App_x", "org.example.App"),
            ("signaller_calls", "signal"), ("org.example.App", ""), ("_calls", ""),
        ] {
            #expect(!SandboxName.owns(desktopEntry: entry, app: app), "\(entry)")
        }
    }
}

/// The names of icons and sounds that apps give.
struct ThemedNamesTests {
    @Test(arguments: ["", "call-start", "org.example.App-symbolic", "phone_incoming.2", "A", "Ringtone.caf"])
    func `A name of the icon or sound theme is accepted`(_ name: String) {
        #expect(Limits().allowsThemedName(name))
    }

    @Test(
        arguments: [
            "/etc/passwd", "../x", "a/b", "a..b", "..", ".", ".hidden", "file:///x.svg", "https://example.org/x.png",
            "data:image/png;base64,xx", "a b", "a\n", "é", "a:b", "a%2Fb", "~x", String(repeating: "x", count: 1_025),
        ].map(Shortened.init))
    func `A path, an address and any other text is no name of a theme`(_ name: Shortened<String>) {
        #expect(!Limits().allowsThemedName(name.value))
    }

    @Test(arguments: [true, false])
    func `A provider with a path in place of a name is refused, also when it changes its configuration`(
        _ isIcon: Bool
    ) throws {
        let part = isIcon ? \ProviderConfiguration.icon : \ProviderConfiguration.ringtone
        var world = try World(providers: ["p"])
        let path = "../../home/x/fifo"
        #expect(world.refusal { try $0.register("q") { $0[keyPath: part] = path } } == .invalidArgs)
        #expect(world.domain.providers["q"] == nil)
        #expect(world.refusal { try $0.configure("p") { $0[keyPath: part] = path } } == .invalidArgs)
        #expect(world.domain.providers["p"]?.configuration[keyPath: part] == "")
        try world.configure("p") { $0[keyPath: part] = "call-start" }
        #expect(world.domain.providers["p"]?.configuration[keyPath: part] == "call-start")
    }

    @Test func `An app in a sandbox cannot name the desktop entry of another app`() throws {
        let client = Client(name: "flat")
        let app = Caller(
            client: client, uid: 1_000, app: "org.example.App", isAdministrator: false, account: Account(name: "flat"))
        var world = try World(providers: [])
        let name = "org.example.App"
        #expect(
            world.refusal { try $0.register(name, from: app) { $0.desktopEntry = "org.gnome.Terminal" } }
                == .invalidArgs)
        #expect(world.domain.providers[name] == nil)
        try world.register(name, from: app) { $0.desktopEntry = "org.example.App.Calls" }
        #expect(world.refusal { try $0.configure(name) { $0.desktopEntry = "org.gnome.Terminal" } } == .invalidArgs)
        #expect(world.domain.providers[name]?.configuration.desktopEntry == "org.example.App.Calls")
    }
}

// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

/// The names of icons and sounds that apps give.
struct ThemedNamesTests {
    @Test(arguments: ["", "call-start", "org.example.App-symbolic", "phone_incoming.2", "A", "Ringtone.caf"])
    func `A name of the icon or sound theme is accepted`(_ name: String) {
        #expect(Limits().allowsThemedName(name))
    }

    @Test(arguments: [
        "/etc/passwd", "../x", "a/b", "a..b", "..", ".", ".hidden", "file:///x.svg", "https://example.org/x.png",
        "data:image/png;base64,xx", "a b", "a\n", "é", "a:b", "a%2Fb", "~x", String(repeating: "x", count: 1_025),
    ])
    func `A path, an address and any other text is no name of a theme`(_ name: String) {
        #expect(!Limits().allowsThemedName(name))
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

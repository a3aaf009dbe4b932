// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import SDBus
import Testing

/// The page of apps.
struct KnownAppTests {
    private static let days = CallDays(now: 1_000_000)

    private func registry(_ providers: [[Key: Variant]]) -> Registry {
        var objects = Registry.Objects()
        for (number, facts) in providers.enumerated() {
            let properties = Dictionary(uniqueKeysWithValues: facts.map { ($0.rawValue, $1) })
            objects[ObjectPath(trusted: "/root/providers/\(number)")] = [CallManagerName.provider.text: properties]
        }
        return Registry(objects, at: "/root")
    }

    private func told(_ identifier: String, _ more: [Key: Variant] = [:]) -> [String: Variant] {
        var app = [String: Variant]([.identifier: .string(identifier), .allowed: .bool(true)])
        for (key, value) in more { app[key] = value }
        return app
    }

    @Test func `Open apps come first, then those that the directory remembers, each in the order of names`() {
        let registry = registry([
            [.identifier: .string("org.example.Z"), .localizedName: .string("Zoo")],
            [.identifier: .string("org.example.B"), .localizedName: .string("bell")],
        ])
        let apps = KnownApp.list(
            registry,
            told: [
                told("org.example.Old", [.localizedName: .string("Antique"), .lastCall: .uint64(1)]),
                told("org.example.B", [.allowed: .bool(false), .lastCall: .uint64(5)]), told("org.example.Z"),
            ], [])
        #expect(apps.map(\.title) == ["bell", "Zoo", "Antique"])
        #expect(apps.map(\.isOpen) == [true, true, false])
        #expect(apps.map(\.isAllowed) == [false, true, true])
        #expect(apps.map(\.lastCall) == [5, 0, 1])
        #expect(apps[1].subtitle(Self.days) == "App")
        #expect(apps[2].subtitle(Self.days).hasPrefix("App · not open · last call: "))
    }

    @Test func `A closed app that was never in a call has the name and the icon of its desktop file`() {
        let told = [
            told("org.example.Phone"), told("org.example.Called", [.localizedName: .string("Called")]),
            told("org.example.Phone2", [.appID: .string("org.example.Sandbox")]),
            told("org.example.Open", [.registered: .bool(true)]),
        ]
        let files: Set = ["org.example.Phone.desktop", "org.example.Called.desktop", "org.example.Sandbox.desktop"]
        #expect(KnownApp.desktopFiles(told) == files)
        let installed = Dictionary(
            uniqueKeysWithValues: (files.union(["org.example.Phone2.desktop"])).map {
                ($0, InstalledApp(name: "Name of \($0)", icon: "icon of \($0)"))
            })
        let registry = registry([[.identifier: .string("org.example.Open")]])
        let apps = KnownApp.list(registry, told: told, [], installed: installed)
        let titles = ["Name of org.example.Phone.desktop", "Name of org.example.Sandbox.desktop"]
        #expect(apps.map(\.title) == ["org.example.Open", "Called"] + titles)
        #expect(
            apps.map(\.icon) == [
                "", "icon of org.example.Called.desktop", "icon of org.example.Phone.desktop",
                "icon of org.example.Sandbox.desktop",
            ])
    }

    @Test func `Without the directory, and for a modem, there is no switch`() {
        let registry = registry([
            [.identifier: .string("org.example.A")],
            [.identifier: .string("org.example.Modem"), .providerClass: .string("cellular")],
        ])
        #expect(KnownApp.list(registry, told: nil, []).map(\.isAllowed) == [nil, nil])
        let apps = KnownApp.list(registry, told: [told("org.example.A"), told("org.example.Modem")], [])
        #expect(apps.map(\.isAllowed) == [true, nil] && apps.map(\.kind) == [.app, .modem])
    }

    @Test func `The bridge tells which of them it carries`() {
        let registry = registry([[.identifier: .string("org.example.A")]])
        for kind in BridgeSource.Kind.allCases {
            let source = BridgeSource(
                [String: Variant]([
                    .source: .string(kind.rawValue), .state: .string("present"),
                    .providers: .strings(["org.example.A"]),
                ]))
            #expect(KnownApp.list(registry, told: nil, [source]).map(\.kind) == [.bridged(kind)])
            #expect(source.title?.isEmpty == false && !source.stateWords.isEmpty && source.icon.hasSuffix("-symbolic"))
        }
    }

    @Test func `A source of a later bridge has no row, and the test call is no app`() {
        #expect(BridgeSource([String: Variant]([.source: .string("later"), .state: .string("new")])).title == nil)
        let registry = registry([[.identifier: .string(TestCall.provider)]])
        #expect(KnownApp.list(registry, told: [told(TestCall.provider)], []).isEmpty)
        #expect(KnownApp.names(registry).isEmpty)
    }

    @Test func `The name of an app is one line and no endless one`() {
        let name = "a\u{202E}\n" + String(repeating: "x", count: 10_000)
        let registry = registry([[.identifier: .string("org.example.A"), .localizedName: .string(name)]])
        let title = KnownApp.list(registry, told: nil, [])[0].title
        #expect(title.unicodeScalars.count < 310 && !title.contains("\n") && !title.contains("\u{202E}"))
    }
}

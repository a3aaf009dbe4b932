// SPDX-License-Identifier: MIT

import Testing

@testable import SDBus

/// Doubt is a sandbox: every form of a process that is, or may be, in a sandbox, and the ordinary processes beside it.
@Suite struct SandboxTests {
    private static let slice = "0::/user.slice/user-1000.slice/user@1000.service/app.slice/"
    private static let mounts = "22 1 8:1 / / rw,relatime - ext4 /dev/root rw\n23 22 0:21 / /proc rw - proc proc rw\n"
    private static let whole = "         0          0 4294967295\n"
    private static let nested = "      1000       1000          1\n"
    private static let machine = Surroundings(roots: ["8:1 /"], userNamespaces: [whole])

    private func app(
        _ unit: String = "app-gnome-phone-1.scope", state: Character? = "S", start: UInt64? = 5, seen: UInt64? = 5,
        mounts: String = mounts, users: String = whole, in surroundings: Surroundings = machine
    ) -> String? {
        let facts = ProcessFacts(
            controlGroup: Self.slice + unit + "\n", state: state, start: start, mounts: Array(mounts.utf8),
            userNamespace: users)
        return ProcessIdentity(facts, securityLabel: nil, seen: seen, in: surroundings).app
    }

    /// The root of a container, with its own files at the places of the machine's.
    private func root(_ more: String = "") -> String { "90 80 0:47 / / rw - tmpfs tmpfs rw\n" + more }

    @Test func `An ordinary process of the machine is in no sandbox`() {
        for unit in ["session-2.scope", "app-gnome-phone-1.scope", "phone.service", "cron.service", "run-u7.service"] {
            #expect(app(unit) == nil, "\(unit)")
        }
        #expect(app(state: "R", start: 4) == nil)
    }

    @Test(arguments: [
        ("app-flatpak-org.evil.App-123.scope", "org.evil.App"),
        ("app-flatpak-org.evil.App-123.service", "org.evil.App"),
        ("app-flatpak-org.evil.App-123.scope/inner", "org.evil.App"),
        ("app-flatpak-org.evil.App-123.scope/foo.service", "org.evil.App"),
        ("app-flatpak-org.evil.App-123.scope/app-gnome-other-1.scope", "org.evil.App"),
        ("snap.evil.evil-abc.scope", "evil"), ("snap.evil.scope", ""),
        ("snap.evil-plain.hello-abc.scope", "evil-plain"),
        ("app-flatpak-org.evil.App.scope", "org.evil.App"), ("app-flatpak-.scope", ""),
    ])
    func `A unit of Flatpak or Snap names the sandbox whatever else the process has`(_ unit: String, _ name: String) {
        #expect(app(unit) == name)
        #expect(app(unit, mounts: root(), users: Self.nested) == name)
    }

    @Test(arguments: [
        "app-gnome-org.evil.App-123.scope", "app-snap-evil.scope", #"app-snap\x2devil-1.scope"#, "snap-evil.scope",
        #"app-dbus\x2d:1.2\x2dorg.evil.App.slice/dbus-:1.2-org.evil.App@0.service"#, "flatpak-org.evil.App-123.scope",
        "app-flatpak-org.evil.App-123.slice", "app-flatpak-org.evil.App-123.scope.d",
        "app-org.chromium.Chromium-1.scope", "libpod-aaaa.scope/container", "docker-aaa.scope", "", "dbus.service",
    ])
    func `Another root is a sandbox without a name, whatever its unit is called`(_ unit: String) {
        #expect(app(unit, mounts: root()) == "")
        #expect(app(unit, mounts: "") == "")
        // The same file system, but only a folder of it.
        #expect(app(unit, mounts: "90 80 8:1 /home/ada/root / rw - ext4 /dev/root rw\n") == "")
        // A root that hides the machine's.
        #expect(app(unit, mounts: Self.mounts + root()) == "")
        #expect(app(unit) == nil)
    }

    @Test func `A file of Flatpak at the root is a sandbox without a name if no unit names it`() {
        let info = "95 90 0:48 /info /.flatpak-info ro - tmpfs tmpfs rw\n"
        #expect(app(mounts: root(info)) == "")
        #expect(app(mounts: Self.mounts + info) == "")
        let toolbox = Surroundings(roots: ["8:1 /"], userNamespaces: [Self.whole], toolboxes: ["libpod-*"])
        #expect(app("libpod-1.scope", mounts: root(info), in: toolbox) == "")
    }

    @Test func `Another user namespace is a sandbox without a name, except for a service that systemd confines`() {
        #expect(app(users: Self.nested) == "")
        #expect(app(users: "") == "")
        #expect(app("app-org.evil.App@1.service", users: Self.nested) == "")
        #expect(app("dbus-:1.2-org.evil.App@0.service", users: Self.nested) == "")
        #expect(app("", users: Self.nested) == "")
        #expect(app("monkeycall-agent.service", users: Self.nested) == nil)
        #expect(app("monkeycall-agent.service", mounts: root(), users: Self.nested) == "")
    }

    @Test func `A process that has ended is a sandbox, and keeps the name that its unit has`() {
        for state in ["Z", "X", "x", nil] as [Character?] {
            #expect(app(state: state) == "")
            #expect(app("app-flatpak-org.evil.App-1.scope", state: state) == "org.evil.App")
        }
        #expect(app("app-flatpak-org.evil.App-1.scope (deleted)") == "")
        #expect(app("session-2.scope (deleted)") == "")
    }

    @Test func `A process that started after its connection is another one, so neither its unit nor its app counts`() {
        #expect(app(start: 6, seen: 5) == "")
        #expect(app(start: nil) == "")
        #expect(app(start: 6, seen: nil) == nil)
        #expect(app("app-flatpak-org.example.Bank-1.scope", start: 6, seen: 5) == "")
    }

    @Test func `A container in which the whole system runs is no sandbox`() {
        let shifted = "         0     100000      65536\n"
        let container = Surroundings(roots: ["0:47 /"], userNamespaces: [shifted])
        #expect(app(mounts: root(), users: shifted, in: container) == nil)
        #expect(app(mounts: Self.mounts, users: shifted, in: container) == "")
    }

    @Test func `A process with more mounts than are read is in a sandbox`() {
        let mount = "24 22 0:21 / /mnt/x rw - proc proc rw\n"
        let many = String(repeating: mount, count: 256 << 10)
        #expect(app(mounts: Self.mounts + many.prefix(1 << 10)) == nil)
        #expect(app(mounts: Self.mounts + many) == "")
    }

    @Test func `A program in a container that the administrator names is one of the user`() {
        let toolboxes = Surroundings(
            roots: ["8:1 /"], userNamespaces: [Self.whole], toolboxes: ["libpod-12*", "box.scope"])
        for unit in ["libpod-123.scope/container", "box.scope"] {
            #expect(app(unit, mounts: root(), users: Self.nested, in: toolboxes) == nil, "\(unit)")
        }
        for unit in ["libpod-13.scope", "box.scope.scope", "libpod-123.scope/app-flatpak-org.evil.App-1.scope"] {
            #expect(app(unit, mounts: root(), users: Self.nested, in: toolboxes) != nil, "\(unit)")
        }
        #expect(app("box.scope", state: "Z", in: toolboxes) == "")
    }

    @Test func `This process is in no sandbox of its own machine`() throws {
        let facts = try #require(ProcessFacts(of: "self"))
        let identity = ProcessIdentity(facts, securityLabel: nil, seen: ProcessClock.now, in: .machine)
        #expect(identity.app == nil)
        #expect(try #require(facts.start) <= ProcessClock.now)
        #expect(ProcessFacts(of: "4294967295") == nil)
    }
}

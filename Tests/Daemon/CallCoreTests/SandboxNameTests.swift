// SPDX-License-Identifier: MIT

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

// SPDX-License-Identifier: MIT

import Testing

@testable import CallKit

/// What a provider is called whose app does not say.
struct ProviderIdentityTests {
    private func name(_ environment: [String: String] = [:], program: String = "phone") -> String {
        ProviderIdentity.appIdentifier(environment, pid: 7, program: program)
    }

    @Test func `a sandbox knows its app`() {
        #expect(name(["FLATPAK_ID": "org.example.Phone"]) == "org.example.Phone")
        #expect(name(["SNAP_INSTANCE_NAME": "phone_2"]) == "phone_2")
    }

    @Test func `requests are for the oldest provider, and for the next one when it has gone`() {
        var names = ProviderNames()
        let claimed = ["org.example.Long", "org.example.B", "org.example.A", "org.example.B"].map { names.claim($0) }
        #expect(claimed == ["org.example.Long", "org.example.B", "org.example.A", "org.example.B.2"])
        for name in claimed {
            #expect(names.oldest == name)
            names.release(name)
        }
        #expect(names.oldest == nil)
    }

    @Test func `the desktop knows what it has started, and a terminal's children are not the terminal`() {
        let file = "/usr/share/applications/org.example.Phone.desktop"
        let started = ["GIO_LAUNCHED_DESKTOP_FILE": file, "GIO_LAUNCHED_DESKTOP_FILE_PID": "7"]
        #expect(name(started) == "org.example.Phone")
        #expect(name(started.merging(["GIO_LAUNCHED_DESKTOP_FILE_PID": "6"]) { $1 }) == "phone")
    }

    @Test func `a program may be called what no provider can be`() {
        #expect(name(program: "My Phone (2)") == "My-Phone--2-")
    }
}

// SPDX-License-Identifier: MIT

import Testing

@testable import CallKit

/// The identifier of a provider whose app does not set one.
struct ProviderIdentityTests {
    private func name(_ environment: [String: String] = [:], program: String = "phone") -> String {
        ProviderIdentity.appIdentifier(environment, pid: 7, program: program)
    }

    @Test func `A sandboxed process knows its app`() {
        #expect(name(["FLATPAK_ID": "org.example.Phone"]) == "org.example.Phone")
        #expect(name(["SNAP_INSTANCE_NAME": "phone_2"]) == "phone_2")
    }

    @Test func `Requests reach the oldest provider, and then the next one`() {
        var names = ProviderNames()
        let claimed = ["org.example.Long", "org.example.B", "org.example.A", "org.example.B"].map { names.claim($0) }
        #expect(claimed == ["org.example.Long", "org.example.B", "org.example.A", "org.example.B.2"])
        for name in claimed {
            #expect(names.oldest == name)
            names.release(name)
        }
        #expect(names.oldest == nil)
    }

    @Test func `A program that the desktop started has the app's name, and a terminal's child does not`() {
        let file = "/usr/share/applications/org.example.Phone.desktop"
        let started = ["GIO_LAUNCHED_DESKTOP_FILE": file, "GIO_LAUNCHED_DESKTOP_FILE_PID": "7"]
        #expect(name(started) == "org.example.Phone")
        #expect(name(started.merging(["GIO_LAUNCHED_DESKTOP_FILE_PID": "6"]) { $1 }) == "phone")
    }

    @Test func `A program may have a name that no provider can have`() {
        #expect(name(program: "My Phone (2)") == "My-Phone--2-")
    }
}

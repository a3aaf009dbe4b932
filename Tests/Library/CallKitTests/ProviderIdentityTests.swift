// SPDX-License-Identifier: MIT

import Testing

@testable import CallLibrary

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
        let claimed = ["org.example.Long", "org.example.B", "org.example.A", "org.example.B"].map {
            names.claim($0, for: .callKit)
        }
        #expect(claimed == ["org.example.Long", "org.example.B", "org.example.A", "org.example.B.2"])
        for name in claimed {
            #expect(names.oldest(of: .callKit) == name)
            _ = names.release(name)
        }
        #expect(names.oldest(of: .callKit) == nil)
    }

    @Test func `A name that is free again is kept for the oldest provider that wanted it`() {
        var names = ProviderNames()
        let claimed = (1...3).map { _ in names.claim("A", for: .callKit) }
        #expect(claimed == ["A", "A.2", "A.3"])
        #expect(names.release("A") == "A.2")
        #expect(names.claim("A", for: .callKit) == "A.4")
        names.move("A.2")
        #expect(names.oldest(of: .callKit) == "A")
        #expect(names.claim("A", for: .callKit) == "A.2")
        #expect(names.release("A") == "A.3")
        // It is gone before it took the name.
        #expect(names.release("A.3") == "A.4")
        #expect(names.release("A.2") == nil)
        names.move("A.4")
        #expect(names.release("A") == nil && names.oldest(of: .callKit) == nil)
    }

    @Test func `Two frameworks in a process share the names, and each has its own oldest provider`() {
        var names = ProviderNames()
        #expect(names.claim("org.example.A", for: .liveCommunicationKit) == "org.example.A")
        #expect(names.oldest(of: .callKit) == nil)
        #expect(names.claim("org.example.A", for: .callKit) == "org.example.A.2")
        #expect(names.oldest(of: .callKit) == "org.example.A.2")
        #expect(names.oldest(of: .liveCommunicationKit) == "org.example.A")
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

// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Calls that start outside the app: from links, and from requests that the system passes on.
@Suite struct EntryPointTests {
    @Test func `The app dials a link that is given at its start`() throws {
        let app = try Desktop().launch("Phone", ["tel:+49-30-123456"])
        #expect(try app.expect("started").hasSuffix(" +4930123456"))
    }

    @Test func `The app opens a link`() throws {
        let app = try Desktop().app()
        try app.type("open sip:ada@example.org")
        #expect(try app.expect("started").hasSuffix(" ada@example.org"))
    }

    @Test func `A malformed link ends the program with the usage`() throws {
        let process = try Desktop().launch("Phone", ["https://example.org"]).process
        #expect(try process.waitForExit() == .exited(64))
    }

    /// Requests a call as an address book or a list of recent calls does.
    private func choose(_ type: String, _ value: String, _ details: [String: DBusValue], at desktop: Desktop) throws {
        let manager = try desktop.daemon.client().manager
        try manager.call(
            "RequestStartCall", "org.example.Phone", .tuple(.string(type), .string(value)), .options(details))
    }

    @Test(arguments: ["phone-number", "email-address", "generic"])
    func `The app dials a contact that the user chose in another program`(_ type: String) throws {
        let desktop = try Desktop()
        let app = try desktop.app()
        try choose(type, "ada", [:], at: desktop)
        #expect(try app.expect("started").hasSuffix(" ada"))
        try app.type("calls")
        let uuid = try app.expect("call").prefix(36)
        let call = try desktop.daemon.client().call(String(uuid))
        #expect(try call.get("RemoteHandle") == .tuple(.string(type), "ada"))
    }

    @Test func `A video call from another program is a video call here`() throws {
        let desktop = try Desktop()
        let app = try desktop.app()
        try choose("generic", "ada", ["Video": true], at: desktop)
        #expect(try app.expect("started").hasSuffix(" ada video"))
    }

    @Test func `A second copy gives its link to the first and ends`() throws {
        let desktop = try Desktop()
        let app = try desktop.app()
        let second = try desktop.launch("Phone", ["monkeycall://ada?video"]).process
        #expect(try second.waitForExit() == .exited(0))
        #expect(try app.expect("started").hasSuffix(" ada video"))
        #expect(second.text().isEmpty)
    }
}

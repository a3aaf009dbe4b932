// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The ways in from outside: links, and what the system passes on.
@Suite struct EntryPointTests {
    @Test func `a link given at the start is dialled`() throws {
        let app = try App(Desktop(), "Phone", ["tel:+49-30-123456"])
        #expect(try app.expect("started").hasSuffix(" +4930123456"))
    }

    @Test func `a link is opened`() throws {
        let app = try Desktop().app()
        try app.type("open sip:ada@example.org")
        #expect(try app.expect("started").hasSuffix(" ada@example.org"))
    }

    @Test func `what is no link ends the program with the usage`() throws {
        let process = try Desktop().launch("Phone", ["https://example.org"])
        #expect(try process.waitForExit() == .exited(64))
    }
}

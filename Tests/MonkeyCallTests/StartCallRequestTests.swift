// SPDX-License-Identifier: MIT

import CallKit
import Testing

@testable import MonkeyCall

@Suite struct StartCallRequestTests {
    @Test(arguments: [
        ("tel:+49-30-123456", CXHandle.HandleType.phoneNumber, "+4930123456"),
        ("TEL:+49%2030.(123)456;ext=7", .phoneNumber, "+4930123456"),
        ("tel:112", .phoneNumber, "112"),
        ("sip:ada@example.org", .generic, "ada@example.org"),
        ("sips:ada@example.org;transport=tls?subject=tea", .generic, "ada@example.org"),
        ("monkeycall://ada@example.org", .emailAddress, "ada@example.org"),
        ("monkeycall://+4930123456", .phoneNumber, "+4930123456"),
        ("monkeycall:ada", .generic, "ada"),
    ])
    func `a link of the app's schemes is a request`(_ link: String, _ type: CXHandle.HandleType, _ value: String) throws
    {
        let url = try #require(URL(string: link))
        let request = try #require(StartCallRequest(url))
        #expect(request.handle == CXHandle(type: type, value: value))
        #expect(!request.isVideo)
    }

    @Test func `a link of its own may ask for video`() throws {
        let url = try #require(URL(string: "monkeycall://ada?a=b&video"))
        let request = try #require(StartCallRequest(url))
        #expect(request.isVideo)
        #expect(request.handle.value == "ada")
    }

    @Test(arguments: [
        "https://example.org", "mailto:ada@example.org", "tel:", "tel:()-", "monkeycall://", "sip:?a=b", "ada",
    ])
    func `another link is none`(_ link: String) throws {
        let url = try #require(URL(string: link))
        #expect(StartCallRequest(url) == nil)
    }
}

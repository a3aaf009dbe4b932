// SPDX-License-Identifier: MIT

import Testing

@testable import PushKit

/// The choice between distributors, and their endpoints.
struct DistributorsTests {
    private func name(_ end: String) -> String { "org.unifiedpush.Distributor." + end }

    private func choice(
        _ running: [String], _ activatable: [String] = [], preferred: String? = nil, last: String? = nil
    )
        -> String?
    {
        Distributors(running: running.map(name), activatable: activatable.map(name)).choice(
            preferred: preferred, last: last)
    }

    @Test func `Without a distributor there is no choice`() {
        #expect(choice([]) == nil)
        let others = ["org.example.App", "org.unifiedpush.Distributor", "org.unifiedpush.Distributors.kde", ":1.5"]
        #expect(Distributors(running: others, activatable: others).choice(preferred: nil, last: nil) == nil)
    }

    @Test func `A distributor that runs comes before one that would have to be started`() {
        #expect(choice(["z"], ["a"]) == name("z"))
        #expect(choice([], ["b", "a"]) == name("a"))
    }

    @Test func `The last distributor stays, also while it does not run`() {
        #expect(choice(["a", "z"], last: name("z")) == name("z"))
        #expect(choice(["a"], ["z"], last: name("z")) == name("z"))
        #expect(choice(["a"], last: name("z")) == name("a"))
    }

    @Test func `The preference of the user comes first, and no other distributor takes its place`() {
        #expect(choice(["a", "z"], preferred: "z", last: name("a")) == name("z"))
        #expect(choice(["a"], preferred: "z", last: name("a")) == nil)
        #expect(choice(["a"], preferred: "") == name("a"))
    }

    @Test func `An endpoint is a URL of at most 1000 bytes`() {
        #expect(Endpoint.isValid("https://push.example.org/up?token=1"))
        #expect(Endpoint.isValid("http://127.0.0.1:8080/a"))
        for text in ["", "not_an_url", "https://", "https:///a", "file:///etc/passwd", "ftp://example.org/a"] {
            #expect(!Endpoint.isValid(text))
        }
        let start = "https://push.example.org/"
        #expect(Endpoint.isValid(start + String(repeating: "a", count: 1000 - start.count)))
        #expect(!Endpoint.isValid(start + String(repeating: "a", count: 1001 - start.count)))
    }
}

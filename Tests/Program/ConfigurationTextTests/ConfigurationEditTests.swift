// SPDX-License-Identifier: MIT

import ConfigurationText
import Testing

struct ConfigurationEditTests {
    private static let file = """
        # My file
        [Ringing]
        Timeout=30s

        [DefaultProviders]
        # Ada's app
         phone-number = org.example.A
        generic=b

        [Screen]

        """

    private func set(_ value: String?, in text: String) -> String {
        text.setting("phone-number", in: "DefaultProviders", to: value)
    }

    @Test func `A value is replaced, and every other line stays`() {
        let expected = Self.file.replacing(" phone-number = org.example.A", with: "phone-number=org.example.B")
        #expect(set("org.example.B", in: Self.file) == expected)
    }

    @Test func `A key is removed without its section`() {
        #expect(set(nil, in: Self.file) == Self.file.replacing(" phone-number = org.example.A\n", with: ""))
        #expect(set(nil, in: "[Screen]\n") == "[Screen]\n")
        #expect(set(nil, in: "") == "")
    }

    @Test func `New values of a key take the place of all its old ones`() {
        let file = "[DoNotDisturb]\nAllow=a\n# a comment\nAllow=b\nRepeatCallers=no\n"
        let changed = file.setting("Allow", in: "DoNotDisturb", to: ["b", "c"])
        #expect(changed == "[DoNotDisturb]\nAllow=b\nAllow=c\n# a comment\nRepeatCallers=no\n")
        let empty = changed.setting("Allow", in: "DoNotDisturb", to: [])
        #expect(empty == "[DoNotDisturb]\n# a comment\nRepeatCallers=no\n")
    }

    @Test(arguments: [
        ("", "[DefaultProviders]\nphone-number=b\n"),
        ("[Screen]", "[Screen]\n\n[DefaultProviders]\nphone-number=b\n"),
        ("[Screen]\n\n", "[Screen]\n\n[DefaultProviders]\nphone-number=b\n"),
        ("[DefaultProviders]", "[DefaultProviders]\nphone-number=b\n"),
        (
            "#phone-number=a\n[DefaultProviders]\n#phone-number=a\n[Screen]\nphone-number=c\n",
            "#phone-number=a\n[DefaultProviders]\nphone-number=b\n#phone-number=a\n[Screen]\nphone-number=c\n"
        ),
    ])
    func `A new key is added to its section, or with it`(_ text: String, _ expected: String) {
        #expect(set("b", in: text) == expected)
        // Setting a value again changes nothing.
        #expect(set("b", in: expected) == expected)
    }
}

// SPDX-License-Identifier: MIT
import SDBus
import Testing

/// The names of the bus, which are checked when they are made.
struct NameTests {
    @Test(arguments: ["org.example.App", "org.example.App-B", ":1.42", "a.b"])
    func `A bus name is well-known or unique`(_ text: String) {
        #expect(BusName(text)?.text == text)
    }

    @Test(arguments: ["", "org", "org..App", ".org.App", "org.App.", "org.1App", "org.App B"])
    func `A malformed bus name is refused`(_ text: String) {
        #expect(BusName(text) == nil)
    }

    @Test(arguments: ["org.example.Thing", "org.example.Thing_2", "a.b"])
    func `An interface has a name with a dot`(_ text: String) {
        #expect(InterfaceName(text)?.text == text)
    }

    @Test(arguments: ["", "org", "org..Thing", "org.2Thing", "org.example.Thing-B", ":1.42"])
    func `A malformed name of an interface is refused`(_ text: String) {
        #expect(InterfaceName(text) == nil)
    }

    @Test(arguments: ["GetAll", "get_all_2", "_"])
    func `A member has a name of letters, digits and underscores`(_ text: String) {
        #expect(MemberName(text)?.text == text)
    }

    @Test(arguments: ["", "Get.All", "Get-All", "Get All", "Größe"])
    func `A malformed name of a member is refused`(_ text: String) {
        #expect(MemberName(text) == nil)
    }

    @Test func `A name has at most 255 bytes`() {
        let letters = String(repeating: "a", count: 254)
        #expect(MemberName(letters + "a") != nil && MemberName(letters + "aa") == nil)
        #expect(BusName("a." + letters) == nil && InterfaceName("a." + letters) == nil)
    }

    @Test(arguments: ["/", "/a", "/org/example/Thing_2"])
    func `An object path begins with a slash`(_ text: String) {
        #expect(ObjectPath(text)?.text == text)
    }

    @Test(arguments: ["", "a", "/a/", "//", "/a-b", "/ü"])
    func `A malformed object path is refused`(_ text: String) {
        #expect(ObjectPath(text) == nil)
    }

    @Test func `A name is shown as its text`() {
        let (name, interface): (BusName, InterfaceName) = ("org.example.App", "org.example.Thing")
        #expect("\(name) \(interface) \(Word.getAll.member)" == "org.example.App org.example.Thing GetAll")
    }

    private enum Word: String, MemberNaming {
        case getAll = "GetAll"
    }
}

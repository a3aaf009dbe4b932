// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The object of the directory on the session bus.
@Suite(.daemonLogs)
struct InterfaceTests {
    private let directory: DirectoryUnderTest

    init() throws { directory = try DirectoryUnderTest(try Stage()) }

    @Test func `The directory's object has the members of its XML files`() throws {
        let live = try Introspection(xml: directory.object().introspect())
        for part in ["", ".Lists", ".Screening", ".History", ".Favourites", ".Apps"] {
            let name = DirectoryUnderTest.name + part
            let contract = try Introspection(file: Repository.file("dbus/\(name).xml"))
            #expect(contract.differences(to: live, interfaces: [name]) == [])
        }
        try directory.enable("org.example.Spam")
        let load = try directory.beginLoad("org.example.Spam").load
        let name = load.interface
        let contract = try Introspection(file: Repository.file("dbus/\(name).xml"))
        #expect(contract.differences(to: try Introspection(xml: load.introspect()), interfaces: [name]) == [])
    }

    @Test func `All contacts are listed in pages, whatever the text`() throws {
        try directory.add("Bob", "030 123457")
        try directory.add("Ada", "030 123456")
        let object = directory.object()
        let page = try object.call("Search", "no name", .uint32(1), ["Purpose": "all"]).first
        #expect(page?[0]?["Name"] == "Ada" && page?[1] == nil)
        let next = try object.call("Search", "", .uint32(10), ["Purpose": "all", "Skip": .uint32(1)]).first
        #expect(next?[0]?["Name"] == "Bob" && next?[1] == nil)
    }

    @Test func `Numbers are read in the region of the user, and looked up with their verdict`() throws {
        try directory.add("Ada", "030 123456")
        let object = directory.object()
        #expect(try object.get("Region") == "DE")
        #expect(
            try object.call("Normalize", "030 123456", "").first?["Handle"] == .tuple("phone-number", "+4930123456"))
        #expect(
            try object.call("Normalize", "(212) 555-0100", "US").first?["Handle"]
                == .tuple("phone-number", "+12125550100"))
        #expect(try object.error("Normalize", "030 1", "XX")?.shortName == "InvalidArgs")
        try object.call("SetRegion", "AT")
        try directory.expect("Region", "AT")
        try object.call("SetRegion", "")
        try directory.expect("Region", "DE")
        try directory.object("Lists").call("AddRule", "prefix", "+4940", "silence")
        let ada = try #require(try object.call("Lookup", .tuple("phone-number", "+4930123456"), [:]).first)
        #expect(ada["DisplayName"] == "Ada" && ada["Verdict"] == "allow" && ada["Country"] == "DE")
        #expect(ada["Formatted"] == "030 123456" && ada["CountryName"] == "Germany" && ada["Use"] == "work")
        let countries = try #require(try object.call("ListCountries").first?.elements)
        #expect(countries.contains { $0["Country"] == "DE" && $0["CountryName"] == "Germany" })
        let stranger = try #require(try object.call("Lookup", .tuple("phone-number", "040 123456"), [:]).first)
        #expect(stranger["DisplayName"] == "" && stranger["Verdict"] == "silence" && stranger["Use"] == nil)
        let address = try #require(try object.call("Lookup", .tuple("generic", "ada"), [:]).first)
        #expect(address["Formatted"] == nil)
    }

    @Test func `The digits of a keypad find contacts by their letters and by the beginning of a number`() throws {
        try directory.add("Louise", "030 123456", "EMAIL:lou@example.org")
        try directory.add("Bob", "+4930654321")
        let object = directory.object()
        func search(_ digits: DBusValue) throws -> DBusValue? {
            try object.call("Search", digits, .uint32(10), ["Purpose": "keypad"]).first
        }
        let louise = try search("568")
        #expect(louise?[0]?["Name"] == "Louise" && louise?[1] == nil)
        #expect(louise?[0]?["Formatted"] == .array(of: "s", ["030 123456", ""]))
        let bob = try search("03065")
        #expect(bob?[0]?["Name"] == "Bob" && bob?[1] == nil && bob?[0]?["Formatted"] == .array(of: "s", ["030 654321"]))
        #expect(try search("*#")?[0] == nil)
    }
}

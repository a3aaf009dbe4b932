// SPDX-License-Identifier: MIT

import BridgeCore
import CallBridge
import CallContract
import SDBus
import Testing

/// How the properties of GNOME Calls read.
struct GnomeCallTests {
    private func read(_ properties: [String: Variant]) -> GnomeCall? {
        let defaults: [String: Variant] = [
            "Inbound": .bool(true), "State": .uint32(5), "Id": .string("0987654321"), "DisplayName": .string(""),
            "ImagePath": .string(""), "Protocol": .string("tel"), "Encrypted": .bool(false), "CanDtmf": .bool(true),
            "Hints": .dictionary([:]),
        ]
        return GnomeCall(defaults.merging(properties) { $1 }, process: 42)
    }

    @Test(arguments: [
        (UInt32(1), SourceState.active), (2, .held), (3, .dialing), (4, .alerting), (5, .incoming), (6, .incoming),
        (7, .ended(.unknown)),
    ])
    func `Each state has a meaning`(number: UInt32, state: SourceState) {
        #expect(read(["State": .uint32(number)])?.source.state == state)
    }

    @Test func `A state that is not documented is no call`() {
        #expect(read(["State": .uint32(0)]) == nil)
        #expect(read(["State": .uint32(8)]) == nil)
        #expect(read(["State": .string("active")]) == nil)
    }

    @Test func `The facts of a telephone call are its number, name and abilities`() throws {
        let source = try #require(read(["DisplayName": .string("Ada"), "Encrypted": .bool(true)])).source
        #expect(source.facts.remoteHandle == .some(Handle(kind: .phoneNumber, value: "0987654321")))
        #expect(source.facts.localizedCallerName == "Ada")
        #expect(source.facts.encrypted == true)
        #expect(source.facts.supportsDTMF == true)
        #expect(source.facts.supportsHolding == false && source.facts.supportsMuting == false)
        #expect(source.facts.streamProcess == 0)
        #expect(!source.outgoing)
        #expect(try #require(read(["Inbound": .bool(false)])).source.outgoing)
    }

    @Test(arguments: ["sip:ada@example.org", "sips:ada@example.org", "ada@example.org"])
    func `A SIP call has the address without its scheme`(id: String) throws {
        let call = try #require(read(["Protocol": .string("sip"), "Id": .string(id)]))
        #expect(call.carrier == .sip)
        #expect(call.source.facts.remoteHandle == .some(Handle(kind: .generic, value: "ada@example.org")))
        #expect(call.source.facts.streamProcess == 42)
    }

    @Test func `A caller without an id, or with one that is too long, is anonymous`() throws {
        for id in ["", String(repeating: "1", count: 1_025)] {
            #expect(try #require(read(["Id": .string(id)])).source.facts.remoteHandle == .some(nil))
        }
    }

    @Test func `A name that is too long is cut`() throws {
        let name = try #require(read(["DisplayName": .string(String(repeating: "ü", count: 600))]))
        #expect(name.source.facts.localizedCallerName == String(repeating: "ü", count: 512))
    }

    @Test(arguments: [
        (GnomeCall.Carrier.telephone, "+49 30 123456", "tel:+49%2030%20123456"), (.telephone, "*100#", "tel:*100%23"),
        (.telephone, "1;x=\u{1}", "tel:1%3Bx%3D%01"), (.sip, "ada@example.org:5060", "sip:ada@example.org:5060"),
        (.sip, "ada?x@example.org", "sip:ada%3Fx@example.org"), (.sip, "ü@example.org", "sip:%C3%BC@example.org"),
    ])
    func `A dialled handle is one address and nothing else`(carrier: GnomeCall.Carrier, value: String, link: String) {
        #expect(carrier.link(Handle(kind: .generic, value: value)) == link)
    }
}

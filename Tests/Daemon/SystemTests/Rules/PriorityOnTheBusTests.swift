// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Rule 3: a VoIP call never ends a cellular call, and an emergency call comes before all others.
@Suite(.daemonLogs)
struct PriorityOnTheBusTests {
    @Test func `A cellular call that cannot be held is not ended for another app's call`() throws {
        let (desk, modem) = try Desk.withModem()
        try desk.talk("A", at: modem, ["SupportsHolding": false])
        try desk.chat.ring("B")
        try desk.forget()
        let protected = "RequestTransaction.CallIsProtected"
        #expect(desk.user.refusal { try $0.ask("Answer", "B") } == protected)
        #expect(desk.user.refusal { try $0.request([desk.chat.start("C")]) } == protected)
        #expect(try desk.lines().moved == [] && modem.actor.actions.isEmpty)
        #expect(try desk.user.states() == ["A": "active", "B": "incoming"])
    }

    @Test func `Every call makes way for an emergency call, and a ringing call counts as missed`() throws {
        let (desk, modem) = try Desk.withModem()
        try desk.talk("A", at: desk.phone)
        try desk.chat.ring("B")
        try desk.forget()
        try desk.user.request([modem.start("C", ["Emergency": true])])
        try desk.phone.fulfill()
        try desk.chat.fulfill()
        try modem.fulfill()
        let (told, moved) = try desk.lines()
        #expect(told.first == "phone: perform SetHeld A true by system 0/1")
        #expect(told.contains("chat: perform End B by system 0/1") && told.contains("modem: activated C"))
        #expect(moved.contains("A held -audio held-for-start C") && moved.contains("B ended ended-for-emergency C"))
        #expect(desk.chat.actor.refusal { _ in try desk.chat.ring("D") } == "IncomingCall.CallIsProtected")
        #expect(desk.user.refusal { try $0.ask("SetHeld", "A", false) } == "RequestTransaction.CallIsProtected")
    }

    @Test func `An app that is not cellular cannot have emergency calls`() throws {
        let (desk, _) = try Desk.withModem()
        let ring = desk.phone.actor.refusal { _ in try desk.phone.ring("A", ["Emergency": true]) }
        #expect(ring == "IncomingCall.Unentitled")
        let start = desk.user.refusal { try $0.request([desk.phone.start("A", ["Emergency": true])]) }
        #expect(start == "RequestTransaction.Unentitled")
    }

    @Test func `A call to an emergency number is an emergency call of the modem, whichever app is asked`() throws {
        let (desk, modem) = try Desk.withModem(["EmergencyNumbers": .strings(["112", "*110#"])])
        #expect(try Desk.emergencyNumbers(of: modem) == .strings(["112", "*110#"]))
        let number: [String: DBusValue] = ["Handle": .tuple("phone-number", "1 1 2"), "Video": true]
        try desk.user.request([desk.chat.start("A", number)])
        let start = try modem.action()
        #expect(start.member == "PerformStartCallAction" && start.arguments[3] == .tuple("phone-number", "1 1 2"))
        #expect(start.details?["Emergency"] == true && start.details?["Video"] == false)
        #expect(try desk.user.property("Provider", of: "A") == .string(modem.identifier))
        #expect(try desk.user.property("Emergency", of: "A") == true)

        let asked = try desk.user.call(
            "RequestStartCall", .string(desk.chat.identifier), .tuple("phone-number", "*110#"), [:])
        #expect(asked == [.string(modem.identifier)])
        _ = try modem.actor.client.waitForSignal("StartCallRequested") {
            $0.arguments[1] == .tuple("phone-number", "*110#")
        }
    }

    @Test func `A call to an emergency number that its app has dialed already stays with the app`() throws {
        let (desk, _) = try Desk.withModem(["EmergencyNumbers": .strings(["112"])])
        let dialed: [String: DBusValue] = ["Handle": .tuple("phone-number", "112"), "Dialed": true]
        try desk.chat.actor.request([desk.chat.start("A", dialed)])
        #expect(try desk.chat.action().member == "PerformStartCallAction")
        #expect(try desk.user.property("Provider", of: "A") == .string(desk.chat.identifier))
        #expect(try desk.user.property("Emergency", of: "A") == false)
    }

    @Test func `Only a modem has emergency numbers, and the service bounds them`() throws {
        let (desk, modem) = try Desk.withModem()
        func refusal(_ app: Provider, _ numbers: [String]) -> String {
            app.actor.refusal { _ in try app.configure(["EmergencyNumbers": .strings(numbers)]) }
        }
        #expect(refusal(desk.phone, ["112"]) == "Unentitled")
        for wrong in ["", "1 1 2", "eleven", "+", "1,2", String(repeating: "1", count: 33)] {
            #expect(refusal(modem, [wrong]) == "InvalidArgs", "\(wrong)")
        }
        #expect(refusal(modem, Array(repeating: "1", count: 65)) == "LimitsExceeded")
        let most = Array(repeating: String(repeating: "1", count: 32), count: 64)
        #expect(refusal(modem, most) == "no error")
        #expect(try Desk.emergencyNumbers(of: modem) == .strings(most))
    }
}

extension Desk {
    /// A desk with a provider that the configuration names as cellular.
    fileprivate static func withModem(_ configuration: [String: DBusValue] = [:]) throws -> (Desk, Provider) {
        let desk = try Desk(configuration: "[Cellular org.example.Modem]\nUser=\(getuid())\n")
        return (desk, try desk.stage.app("Modem", configuration))
    }

    /// The modem registers after the three apps.
    fileprivate static func emergencyNumbers(of modem: Provider) throws -> DBusValue {
        try modem.actor.client.provider(at: DaemonUnderTest.managerPath + "/providers/4").get("EmergencyNumbers")
    }
}

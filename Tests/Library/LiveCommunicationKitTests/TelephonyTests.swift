// SPDX-License-Identifier: MIT

import AppTesting
import BusTesting
import Glibc
import Testing

/// An app without a manager lets modems place calls.
@Suite(.daemonLogs)
struct TelephonyTests {
    let scene: Scene
    let dialer: AppPlayer

    init() throws {
        scene = try Scene(configuration: "[Cellular org.example.Modem.*]\nUser=\(getuid())\n")
        dialer = try scene.player("Dialer")
    }

    private func modem(_ name: String, _ more: [String: DBusValue] = [:]) throws -> Provider {
        let configuration: [String: DBusValue] = [
            "LocalizedName": .string(name), "SupportedHandleTypes": .strings(["phone-number"]),
        ]
        return try scene.stage.app("Modem.\(name)", configuration.merging(more) { $1 })
    }

    /// Waits until the modem is asked to place a call. Returns the number, and the name if there is one.
    private func request(of modem: Provider) throws -> [String?] {
        let request = try modem.actor.client.waitForSignal("StartCallRequested").arguments
        return [request[1][1]?.string, request[2]["DisplayName"]?.string]
    }

    private func expect(_ command: String, _ line: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try dialer.does("lc \(command)")
        try scene.expect(["Dialer": [line]], sourceLocation: sourceLocation)
    }

    @Test func `The services are the modems, by their names, as long as they are there`() throws {
        try expect("services", "services ")
        let second = try modem("Second")
        _ = try scene.stage.app("Phone")
        try expect("services", "services Second")
        _ = try modem("First")
        try expect("services", "services First, Second")
        try second.actor.call("InvalidateProvider", .string(second.identifier))
        try expect("services", "services First")
    }

    @Test func `A service has the same id in every app and after a restart of everything, and no other has it`() throws
    {
        let (first, second) = (try modem("First"), try modem("Second"))
        let other = try scene.player("Other")
        try dialer.does("lc service-ids")
        try other.does("lc service-ids")
        let ids = try scene.story()
        #expect(ids["Dialer"] == ids["Other"])
        let words = ids["Dialer"]?.first?.split(separator: " ") ?? []
        #expect(Set(words).count == 3)
        try scene.restart()
        try second.register(["LocalizedName": "Renamed"])
        try first.register()
        let third = try scene.player("Third")
        try third.does("lc service-ids")
        #expect(try scene.story()["Third"] == ids["Dialer"])
    }

    @Test func `A call without a service goes to the first modem, with the name of the callee`() throws {
        _ = try scene.stage.app("Phone", ["SupportedHandleTypes": .strings(["phone-number"])])
        let (second, first) = (try modem("Second"), try modem("First"))
        try expect("dial +4930123456 Ada", "asked")
        #expect(try request(of: first) == ["+4930123456", "Ada"])
        #expect(try scene.stage.story(of: second.actor.name) == [])
    }

    @Test func `A call with a service goes to that modem`() throws {
        let second = try modem("Second")
        _ = try modem("First")
        try dialer.does("lc dial-with Second +49")
        try scene.expect(["Dialer": ["found Second", "asked"]])
        #expect(try request(of: second) == ["+49", nil])
    }

    @Test func `The modem that was asked places the call, which the app sees end`() throws {
        let modem = try modem("First")
        try expect("dial +49", "asked")
        #expect(try request(of: modem) == ["+49", nil])
        _ = try modem.actor.request([modem.start("A", ["Handle": .tuple("phone-number", "+49")])])
        try modem.doEverything()
        try scene.expect(calls: "A active")
    }

    @Test func `An emergency number goes to the modem that names it`() throws {
        _ = try scene.stage.app("Phone", ["SupportedHandleTypes": .strings(["phone-number"])])
        _ = try modem("First")
        let second = try modem("Second", ["EmergencyNumbers": .strings(["112"])])
        try expect("dial 112", "asked")
        #expect(try request(of: second) == ["112", nil])
        _ = try second.actor.request([second.start("A", ["Handle": .tuple("phone-number", "112")])])
        #expect(try scene.shell().property("Emergency", of: "A") == true)
    }

    @Test func `Without a modem, and with a service that has gone, a call is refused`() throws {
        try expect("dial 112", "refused unknownCellularService")
        let modem = try modem("First")
        _ = try self.modem("Second")
        try dialer.does("lc dial-with First +49")
        try scene.expect(["Dialer": ["found First", "asked"]])
        try modem.actor.call("InvalidateProvider", .string(modem.identifier))
        try dialer.does("lc dial-with First +49")
        try scene.expect(["Dialer": ["no service First", "refused unknownCellularService"]])
    }

    @Test func `An address that a modem cannot call is refused`() throws {
        _ = try modem("First")
        try expect("dial-mail ada@example.org", "refused invalidAction")
    }

    @Test func `A service that does not answer has no modems, and those of the next one are found`() throws {
        let modem = try modem("First")
        scene.stage.freeze()
        try dialer.begins("lc services")
        try scene.wait(for: dialer, "services ")
        scene.stage.thaw()
        _ = try scene.story()
        try scene.restart()
        try modem.register(["LocalizedName": "First"])
        try expect("services", "services First")
    }
}

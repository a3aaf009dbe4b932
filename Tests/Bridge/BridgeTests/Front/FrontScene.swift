// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import ModemTesting
import Testing

/// The real front under its own account, on a private system bus with the policies that packages install, also that of
/// ModemManager. The test plays the gateway of a user and WirePlumber.
final class FrontScene {
    static let name = "org.monkeycall.ModemFront"
    static let path = "/org/monkeycall/ModemFront"
    static let modemManager = "org.freedesktop.ModemManager1"
    static let manager = "/org/freedesktop/ModemManager1"
    static let modem = manager + "/Modem/front"
    static func path(of call: Int) -> String { manager + "/Call/\(call)" }

    let bus: BusDaemon
    private(set) var process: ChildProcess
    /// Where the front looks for the unit of ModemManager.
    private let units: TemporaryDirectory
    /// The user whose session is in front, unless the seat tells.
    private let user: TestUser
    private let seat: Seat?
    private let executable: WorldReadableProgram

    /// `policies` are those of other programs.
    init(user: TestUser = .alice, seat: Seat? = nil, unit: String? = nil, policies: [URL] = []) throws {
        let own = [
            try Repository.file("dbus/org.monkeycall.ModemFront.conf"),
            try ModemScene.installed(ModemStack.modemManager.policy),
            try ModemScene.installed("org.freedesktop.PolicyKit1.conf"),
        ]
        bus = try BusDaemon.system(policyFiles: own + policies)
        units = try TemporaryDirectory()
        (self.user, self.seat) = (user, seat)
        guard chmod(units.url.path, 0o755) == 0 else { throw SupportError("chmod fails") }
        if let unit { try units.write(unit, to: "ModemManager.service") }
        executable = try WorldReadableProgram(Product.path("monkeycall-modem-front"), neededBy: .front)
        process = try Self.start(executable, on: bus, units, user, seat)
    }

    private static func start(
        _ executable: WorldReadableProgram, on bus: BusDaemon, _ units: TemporaryDirectory, _ user: TestUser,
        _ seat: Seat?
    ) throws -> ChildProcess {
        let command = [executable.path, "--address", bus.address, "--unit-folder", units.url.path]
        let process =
            try seat.map { try ChildProcess($0.command(command, as: .front)) }
            ?? ChildProcess(command + ["--user", "\(user.uid)"], user: .front)
        let client = try BusClient(address: bus.address)
        _ = try client.waitForName(name, unlessEnded: process)
        // It answers when it has begun, and so has the other name, or has not.
        try client.call(name, "/", "org.freedesktop.DBus.Peer", "Ping")
        return process
    }

    /// Starts the front again after its end.
    func start() throws { process = try Self.start(executable, on: bus, units, user, seat) }

    /// The administrator masks ModemManager.
    func mask() throws { try units.write("", to: "ModemManager.service") }

    /// The package of ModemManager is installed.
    func install() throws { try units.write("[Service]\n", to: "ModemManager.service") }

    // MARK: Other programs

    /// A program of that user, outside of a unit and of a sandbox.
    func client(_ user: TestUser? = .alice) throws -> BusClient {
        try BusClient(address: bus.address, uid: user?.uid)
    }

    /// A program that systemd runs in that unit of the user. Each has a slice of its own, so that tests at the same
    /// time share no control group.
    func program(in unit: String, of user: TestUser = .alice) throws -> BusClient {
        let slice = "user.slice/user-\(user.uid).slice/user@\(user.uid).service"
        let group = try ControlGroup("\(slice)/test-\(UUID().uuidString.lowercased()).slice/\(unit)")
        return try BusClient(address: bus.address, uid: user.uid, controlGroup: group)
    }

    /// WirePlumber of a user, which has asked for the modems.
    func wirePlumber(
        of user: TestUser = .alice, asking name: String = FrontScene.modemManager,
        in unit: String = "wireplumber.service"
    ) throws -> WirePlumber {
        try WirePlumber(program(in: unit, of: user), asking: name)
    }

    /// The gateway of a user.
    func gateway(of user: TestUser = .alice) throws -> FrontGateway {
        let gateway = FrontGateway(try client(user))
        try gateway.object.call("Attach")
        return gateway
    }
}

/// The gateway in the bridge of a user.
final class FrontGateway {
    let client: BusClient

    init(_ client: BusClient) { self.client = client }

    var object: BusObject { client.object(FrontScene.name, FrontScene.path, FrontScene.name) }

    /// A line of SetCalls.
    static func call(
        _ id: UInt32, _ state: String, _ direction: String = "in", _ number: String = "+4930123456"
    ) -> DBusValue {
        .tuple(.uint32(id), .string(state), .string(direction), .string(number))
    }

    func set(_ calls: DBusValue..., name: String = "Element") throws {
        try object.call("SetCalls", .array(of: "(usss)", calls), .string(name))
    }

    func error(_ calls: DBusValue...) throws -> String? {
        try object.error("SetCalls", .array(of: "(usss)", calls), .string("Element"))?.shortName
    }

    /// What headsets have pressed up to now.
    func presses() throws -> [String] {
        try client.signalsUpToNow(from: FrontScene.name).map { signal in
            let arguments = signal.arguments.map { $0.string ?? "\($0.int ?? -1)" }
            return ([signal.member ?? ""] + arguments).joined(separator: " ")
        }
    }
}

/// What PipeWire does in WirePlumber: it asks for the modems, follows them, and asks for the properties of each new
/// call.
final class WirePlumber {
    let client: BusClient
    /// By which it calls the front.
    private let name: String
    /// The objects of the last answer, with their interfaces.
    private(set) var objects: [String: DBusValue] = [:]

    init(_ client: BusClient, asking name: String) throws {
        (self.client, self.name) = (client, name)
        try ask()
    }

    /// PipeWire does so once, when it begins.
    func ask() throws {
        let reply = try client.call(
            name, FrontScene.manager, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
        objects = reply.first?.entries ?? [:]
    }

    /// The front looks for WirePlumber that was there before it. PipeWire asks for the properties of each new call, and
    /// so of this one, and hears that it is gone.
    func waitUntilFound() throws {
        let gone = FrontScene.manager + "/Call/gone"
        _ = try client.waitForSignal("CallAdded") { $0.arguments == [.path(gone)] }
        let call = client.object(name, gone, FrontScene.modemManager + ".Call")
        #expect(throws: BusTesting.BusError.self) { try call.getAll() }
        _ = try client.waitForSignal("InterfacesRemoved")
    }

    func call(_ id: Int) -> BusObject {
        client.object(name, FrontScene.path(of: id), FrontScene.modemManager + ".Call")
    }

    var voice: BusObject { client.object(name, FrontScene.modem, FrontScene.modemManager + ".Modem.Voice") }

    /// What the front has told up to now, a line for each signal. Asks for the properties of each call that appears, as
    /// PipeWire does, and hears what follows.
    func news() throws -> [String] {
        var lines: [String] = []
        while true {
            // Takes its turn after all questions before; a ping does not.
            _ = try client.error(
                FrontScene.name, FrontScene.path, CallName.properties, "Get", [.string(FrontScene.name), "State"])
            let signals = try client.signalsUpToNow(from: name)
            guard !signals.isEmpty else { return lines }
            for signal in signals {
                lines.append(Self.line(signal))
                guard signal.member == "CallAdded", let path = signal.arguments.first?.string else { continue }
                let call = client.object(name, path, FrontScene.modemManager + ".Call")
                let facts = try call.getAll()
                let (state, direction) = (facts["State"]?.int ?? -1, facts["Direction"]?.int ?? -1)
                lines.append("is \(state) \(direction) \(facts["Number"]?.string ?? "?")")
            }
        }
    }

    private static func line(_ signal: BusMessage) -> String {
        let object = (signal.path ?? "").split(separator: "/").suffix(2).joined(separator: "/")
        let words = signal.arguments.compactMap { value in
            value.int.map { "\($0)" } ?? value.string.map { $0.split(separator: "/").suffix(2).joined(separator: "/") }
        }
        return ([object, signal.member ?? ""] + words).joined(separator: " ")
    }
}

extension TestUser {
    /// The account of the front. Policies name it, so it must exist on the machine.
    static var front: TestUser {
        get throws {
            guard let user = named("monkeycall-front") else { throw SupportError(frontComment) }
            return user
        }
    }

    fileprivate static let frontComment =
        "there is no user 'monkeycall-front': run systemd-sysusers systemd/monkeycall-bridge.sysusers first"
}

extension Trait where Self == ConditionTrait {
    /// Root, for the control groups, and the account of the front.
    static var needsFrontUser: Self {
        .enabled(
            if: Privilege.isRoot && TestUser.named("monkeycall-front") != nil,
            Comment(rawValue: TestUser.frontComment))
    }
}

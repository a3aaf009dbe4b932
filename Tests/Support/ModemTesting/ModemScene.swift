// SPDX-License-Identifier: MIT

package import BusTesting
package import Foundation
package import Testing

/// Alice's machine with modems: the real service, the real program that drives the modems, and the bridge under its own
/// account, on a private system bus with the policies that packages install. The modems are simulated; the test is
/// their network.
package final class ModemScene: CallScene {
    package let stage: Stage
    package let stack: ModemStack
    package let modems: [SimulatedModem]
    package let program: any ModemDaemon
    /// Alice's shell, which also watches.
    package let alice: Actor
    package private(set) var bridge: ChildProcess
    private let polkit: PolicyKit
    /// nil = the bridge is told that the modems are Alice's.
    private let seat: Seat?
    private let executable: WorldReadableProgram

    package var modem: SimulatedModem { modems[0] }
    package var shell: Actor { alice }

    package init(_ stack: ModemStack, modems count: Int = 1, keepsState: Bool = false, seat: Seat? = nil) throws {
        (self.stack, self.seat) = (stack, seat)
        let policies = [
            try Repository.file("dbus/org.monkeycall.CallManager.conf"),
            try Repository.file("dbus/org.monkeycall.Bridge.conf"),
            try Self.installed(stack.policy), try Self.installed("org.freedesktop.PolicyKit1.conf"),
        ]
        let bus = try BusDaemon.system(policyFiles: policies)
        stage = try Stage(on: bus, service: .service, actorsOf: .alice, keepsState: keepsState)
        polkit = try PolicyKit(on: bus, rules: [Repository.file("desktop/polkit/monkeycall-bridge.rules")])
        modems = try (0..<count).map { _ in try stack.modem() }
        program = try stack.daemon(on: bus, modems)
        alice = try stage.shell("alice")
        try alice.call("Subscribe")
        executable = try WorldReadableProgram(Product.path("monkeycall-bridge"), neededBy: .bridge)
        bridge = try Self.startBridge(executable, on: bus, seat)
        try program.switchOn()
        if seat == nil { try waitForProviders(count) }
    }

    private static func startBridge(
        _ executable: WorldReadableProgram, on bus: BusDaemon, _ seat: Seat?
    ) throws -> ChildProcess {
        let command = [executable.path, "--system", "--address", bus.address, "--settings", settings(on: bus).path]
        if let seat { return try ChildProcess(seat.command(command, as: .bridge)) }
        return try ChildProcess(command + ["--user", "\(TestUser.alice.uid)"], user: .bridge)
    }

    /// A policy file of another package.
    package static func installed(_ name: String) throws -> URL {
        let folders = OfonoDaemon.roots.flatMap { [$0 + "/usr/share/dbus-1/system.d/", $0 + "/etc/dbus-1/system.d/"] }
        guard let path = folders.map({ $0 + name }).first(where: FileManager.default.fileExists) else {
            throw SupportError("\(name) is not installed")
        }
        return URL(fileURLWithPath: path)
    }

    /// The shell of another user.
    package func shell(of user: TestUser) throws -> Actor {
        let shell = try stage.actor(user.name, of: user)
        try shell.call("RegisterShell", "", [:])
        try shell.call("Subscribe")
        return shell
    }

    package func waitAtSource(for states: [String: String]) throws { try modem.wait(for: states) }

    package var report: String { "modem \(modem.states); the bridge: \(bridge.text(of: .error))" }

    package func ring(from number: String) { modem.ring(from: number) }

    // MARK: The bridge

    /// The bridge crashes.
    package func crashBridge() throws { try bridge.kill9() }

    /// The administrator's file, which is missing at first.
    private static func settings(on bus: BusDaemon) -> URL { bus.directory.url.appendingPathComponent("bridge.conf") }

    /// The administrator writes the settings, and lets the bridge read them.
    package func set(_ text: String) throws {
        try stage.bus.directory.write(text, to: Self.settings(on: stage.bus).lastPathComponent)
        bridge.send(signal: SIGHUP)
    }

    package func startBridge() throws { bridge = try Self.startBridge(executable, on: stage.bus, seat) }

    /// The identifiers of the cellular providers.
    package func providers() throws -> [String] { try Self.providers(of: alice) }

    /// The same, as another user sees it.
    package static func providers(of user: Actor) throws -> [String] {
        try user.client.managedObjects().values.compactMap { $0.entries?[CallName.provider]?.entries }
            .filter { $0["Class"]?.string == "cellular" }.compactMap { $0["Identifier"]?.string }.sorted()
    }

    /// The numbers that the modems call in an emergency.
    package func emergencyNumbers() throws -> Set<String> {
        let objects = try alice.client.managedObjects().values
        return Set(
            objects.flatMap { $0.entries?[CallName.provider]?["EmergencyNumbers"]?.strings ?? [] })
    }

    package func waitForProviders(_ count: Int) throws { try wait { try providers().count == count } }

    package func defaultProvider() throws -> String { try providers()[0] }
}

extension ModemScene {
    /// Waits until the program lists no call: the bridge deletes ended ones.
    package func waitForNoCalls() throws {
        let deadline = Deadline()
        while try program.callCount() > 0 {
            guard !deadline.hasPassed else { throw SupportError("\(program) still lists calls") }
        }
    }
}

/// The programs that drive modems. Each story is told with both.
package enum ModemStack: CaseIterable, CustomTestStringConvertible {
    case modemManager
    case ofono

    package var testDescription: String { "\(self)" }

    /// The policy of the program's package.
    package var policy: String {
        switch self {
        case .modemManager: "org.freedesktop.ModemManager1.conf"
        case .ofono: "ofono.conf"
        }
    }

    /// Whether the program lists a call that began before it.
    package var findsCalls: Bool {
        switch self {
        case .modemManager: false
        case .ofono: true
        }
    }

    /// The commands about calls that the program sends to a modem that it finds, without `AT`. The simulated modem,
    /// like one with `+CVHU=1`, ends only calls of data on `H`.
    package var callCommandsAtStart: [String] {
        switch self {
        case .modemManager: ["H"]
        case .ofono: []
        }
    }

    package func modem() throws -> SimulatedModem {
        switch self {
        case .modemManager: try .forModemManager()
        case .ofono: try .forOfono()
        }
    }

    package func daemon(on bus: BusDaemon, _ modems: [SimulatedModem]) throws -> any ModemDaemon {
        switch self {
        case .modemManager: try ModemManagerDaemon(on: bus, modems)
        case .ofono: try OfonoDaemon(on: bus, modems)
        }
    }

    package static var areInstalled: Bool {
        [ModemManagerDaemon.program, OfonoDaemon.program, PolicyKit.program]
            .allSatisfy(FileManager.default.isExecutableFile)
    }
}

extension Trait where Self == ConditionTrait {
    /// ModemManager, oFono and polkit.
    package static var needsModemStacks: Self {
        .enabled(if: ModemStack.areInstalled, "needs ModemManager, oFono and polkitd")
    }
}

/// A folder that a program sees in the place of `/run/systemd`: the files that logind writes, and that sd-login reads.
package final class Seat {
    private let folder: TemporaryDirectory

    package init() throws {
        folder = try TemporaryDirectory()
        for name in ["seats", "sessions", "users", "machines", "system"] {
            try FileManager.default.createDirectory(
                at: folder.url.appendingPathComponent(name), withIntermediateDirectories: true)
        }
    }

    /// The session of the user, or that of a greeter, comes to the front.
    package func activate(_ user: TestUser, kind: String = "user") throws {
        let session = "\(kind)\(user.uid)"
        try write(
            "UID=\(user.uid)\nUSER=\(user.name)\nACTIVE=1\nSTATE=active\nCLASS=\(kind)\nSEAT=seat0\n",
            "sessions/\(session)")
        try write(
            "NAME=\(user.name)\nSTATE=active\nSESSIONS=\(session)\nONLINE_SESSIONS=\(session)\n", "users/\(user.uid)")
        try write("IS_SEAT0=1\nACTIVE=\(session)\nACTIVE_UID=\(user.uid)\n", "seats/seat0")
    }

    package func logOut(_ user: TestUser) throws {
        for name in ["sessions/user\(user.uid)", "users/\(user.uid)"] {
            try FileManager.default.removeItem(at: folder.url.appendingPathComponent(name))
        }
    }

    /// The command that runs `arguments` as that user, with this seat.
    package func command(_ arguments: [String], as user: TestUser) -> [String] {
        let script = #"mkdir -p /run/systemd && mount --bind "$1" /run/systemd && shift && exec "$@""#
        let program = user.running(arguments)
        return ["unshare", "--mount", "--propagation=private", "sh", "-c", script, "sh", folder.url.path] + program
    }

    /// As logind does it: a reader sees the old file or the new one.
    private func write(_ text: String, _ name: String) throws {
        try text.write(to: folder.url.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// `bridge-benchmark [--quick] MONKEYCALLD MONKEYCALL-BRIDGE MONKEYCALL-BROWSER`: measures what the bridges add to the
/// programs that they bridge, in one run with the real programs, and the bridges at rest. README.md explains the
/// output.
@main
struct BridgeBenchmark {
    private let programs: Programs
    private let isQuick: Bool

    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        let paths = Array(arguments.filter { $0 != "--quick" })
        guard paths.count == 3 else {
            fail("usage: bridge-benchmark [--quick] MONKEYCALLD MONKEYCALL-BRIDGE MONKEYCALL-BROWSER")
        }
        let programs = Programs(service: paths[0], bridge: paths[1], browserHost: paths[2])
        do {
            try BridgeBenchmark(programs: programs, isQuick: arguments.contains("--quick")).run()
        } catch {
            fail("bridge-benchmark: \(error)")
        }
    }

    private static func fail(_ text: String) -> Never {
        FileHandle.standardError.write(Data((text + "\n").utf8))
        exit(1)
    }

    private func run() throws {
        var rest = Rest(seconds: isQuick ? 5 : 30)
        let alone = try LonelyBridge(programs, of: .user)
        rest.add("no program", alone.process)
        let ofSystem = try LonelyBridge(programs, of: .system)
        rest.add("no modem", ofSystem.process)
        let bridged = try bridged()
        let meeting = try Meeting(programs)
        let count = isQuick ? 2 : 100
        for bridged in bridged { try bridged.measure(count) }
        try meeting.measure(count)
        printTimes(bridged)
        printTimes(meeting)
        for bridged in bridged {
            try bridged.settle()
            rest.add(bridged.name, bridged.bridge)
        }
        rest.add("a browser", meeting.host.process)
        try measure(&rest, beside: [alone, ofSystem])
        // Their buses and services live as long as they do.
        withExtendedLifetime((alone, ofSystem, bridged, meeting)) {}
    }

    /// Programs come to the buses of the lonely bridges and leave them, and another bridge rests beside a player.
    private func measure(_ rest: inout Rest, beside lonely: [LonelyBridge]) throws {
        // A player would have disturbed the times of the calls.
        let sound = try soundBridge()
        if let sound { rest.add("a player and short sounds", sound.process) }
        let soundsBefore = sound?.soundCount ?? 0
        let others = 20
        try rest.measure { for bridge in lonely { try bridge.letOthersComeAndGo(others) } }
        print("  \(others) other programs came to the buses of the first two bridges, and left them.")
        if let sound { print("  \(sound.soundCount - soundsBefore) short sounds began and ended beside the player.") }
        withExtendedLifetime(sound) {}
    }

    private func soundBridge() throws -> SoundBridge? {
        guard SoundBridge.isPossible else {
            print("\nNo bridge rests beside a player: that needs PipeWire, WirePlumber and pacat.")
            return nil
        }
        return try SoundBridge(programs)
    }

    /// Each program with a service and a bridge of its own.
    private func bridged() throws -> [Bridged] {
        var all = [
            try ofUser("GNOME Calls", GnomeCalls()), try ofUser("PipeWire telephony (stand-in)", Telephony()),
        ]
        guard Modem.isPossible else {
            print("The modems are not measured: they need root, ModemManager, oFono and polkitd.")
            return all
        }
        for (name, stack) in [("ModemManager", Modem.Stack.modemManager), ("oFono", .ofono)] {
            let modem = try Modem(stack)
            all.append(try Bridged(name, modem, programs, on: modem.bus, options: Programs.systemOptions))
        }
        return all
    }

    private func ofUser(_ name: String, _ program: some PhoneProgram) throws -> Bridged {
        try Bridged(name, program, programs, on: .session(), options: ["--session-address=\(program.bus.address)"])
    }

    private func printTimes(_ bridged: [Bridged]) {
        Table.heading("Report to ring, ms (p50 / p99)", ["the program", "added", "ratio"])
        for bridged in bridged {
            let (own, added) = (bridged.ring, bridged.report)
            Table.line(bridged.name, [own.text, added.text, Table.ratio(own.p50 + added.p50, own.p50)])
        }
        Table.heading("Answer, ms (p50 / p99)", ["the program", "by the registry", "added (p50)", "ratio"])
        for bridged in bridged {
            let (own, ours) = (bridged.ownAnswer, bridged.answer)
            let added = String(format: "%.2f", ours.p50 - own.p50)
            Table.line(bridged.name, [own.text, ours.text, added, Table.ratio(ours.p50, own.p50)])
        }
        print("  Goal: an answer through GNOME Calls takes at most 15 ms.")
        print("  The stand-in is a part of this program and answers at once: the added time counts, not the ratio.")
    }

    /// No row has a program of its own beside it: a page has no bus.
    private func printTimes(_ meeting: Meeting) {
        Table.heading("A meeting in a browser, ms (p50 / p99)", ["added"])
        Table.line("from the extension to a shell", [meeting.report.text])
        Table.line("hold: from a shell to it", [meeting.order.text])
        Table.line("hold: from it to a shell", [meeting.follow.text])
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// `bridge-benchmark [--quick] MONKEYCALLD MONKEYCALL-BRIDGE MONKEYCALL-BROWSER`: measures what the bridges add to the programs
/// that they bridge, in one run with the real programs, and the bridges at rest. README.md explains the output.
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
        // First, while no other bridge shares the pages of its program.
        let alone = try LonelyBridge(programs)
        let aloneUsage = try ProcessUsage(of: alone.process.processID)
        let bridged = try bridged()
        let meeting = try Meeting(programs)
        let count = isQuick ? 2 : 100
        for bridged in bridged { try bridged.measure(count) }
        try meeting.measure(count)
        printTimes(bridged)
        printTimes(meeting)
        for bridged in bridged { try bridged.settle() }
        let rest = try rest(of: [alone.process] + bridged.map(\.bridge) + [meeting.host.process])
        Table.heading(
            "The bridge at rest, KiB", ["threads", "private", "in no file", "wake-ups in \(restSeconds) s"])
        printRest("no program", aloneUsage, rest[0])
        for (bridged, wakeUps) in zip(bridged, rest.dropFirst()) {
            printRest(bridged.name, try ProcessUsage(of: bridged.bridge.processID), wakeUps)
        }
        printRest("a browser", try ProcessUsage(of: meeting.host.process.processID), rest[rest.count - 1])
        withExtendedLifetime((alone, meeting)) {}
    }

    /// Each program with a service and a bridge of its own.
    private func bridged() throws -> [Bridged] {
        let calls = try GnomeCalls()
        var all = [
            try Bridged(
                "GNOME Calls", calls, programs, on: .session(), options: ["--session-address=\(calls.bus.address)"])
        ]
        guard Modem.isPossible else {
            print("The modems are not measured: they need root, ModemManager, oFono and polkitd.")
            return all
        }
        for (name, stack) in [("ModemManager", Modem.Stack.modemManager), ("oFono", .ofono)] {
            let modem = try Modem(stack)
            all.append(
                try Bridged(name, modem, programs, on: modem.bus, options: ["--system", "--user=\(getuid())"]))
        }
        return all
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
    }

    /// No row has a program of its own beside it: a page has no bus.
    private func printTimes(_ meeting: Meeting) {
        Table.heading("A meeting in a browser, ms (p50 / p99)", ["added"])
        Table.line("from the extension to a shell", [meeting.report.text])
        Table.line("hold: from a shell to it", [meeting.order.text])
        Table.line("hold: from it to a shell", [meeting.follow.text])
    }

    // MARK: At rest

    private var restSeconds: UInt32 { isQuick ? 5 : 30 }

    /// How often each process wakes up, all at the same time.
    private func rest(of processes: [ChildProcess]) throws -> [Int] {
        // What the last calls left to do is done by then.
        sleep(1)
        let before = try processes.map { try ProcessUsage.wakeUps(of: $0.processID) }
        sleep(restSeconds)
        return try zip(processes, before).map { try ProcessUsage.wakeUps(of: $0.processID) - $1 }
    }

    private func printRest(_ name: String, _ usage: ProcessUsage, _ wakeUps: Int) {
        Table.line(name, [usage.threads, usage.privateKiB, usage.anonymousKiB, wakeUps].map(String.init))
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// `bridge-benchmark [--quick] MONKEYCALLD MONKEYCALL-BRIDGE`: measures what the bridge adds to the programs that it bridges, in
/// one run with the real programs, and the bridge at rest. README.md explains the output.
@main
struct BridgeBenchmark {
    private let programs: Programs
    private let isQuick: Bool

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let paths = arguments.filter { $0 != "--quick" }
        guard paths.count == 2, let service = paths.first, let bridge = paths.last else { throw ArgumentsError() }
        let programs = Programs(service: service, bridge: bridge)
        try BridgeBenchmark(programs: programs, isQuick: arguments.contains("--quick")).run()
    }

    private struct ArgumentsError: Error, CustomStringConvertible {
        let description = "usage: bridge-benchmark [--quick] MONKEYCALLD MONKEYCALL-BRIDGE"
    }

    private func run() throws {
        let bridged = try bridged()
        for bridged in bridged { try bridged.measure(count(of: bridged)) }
        printTimes(bridged)
        try printRest(bridged)
    }

    private func bridged() throws -> [Bridged] {
        let calls = try GnomeCalls()
        var all = [
            try Bridged(
                "GNOME Calls", calls, programs, on: .session(), options: ["--session-address=\(calls.bus.address)"])
        ]
        guard Modem.isPossible else {
            print("Without modems: they need root, ModemManager, oFono and polkitd.")
            return all
        }
        for (name, stack) in [("ModemManager", Modem.Stack.modemManager), ("oFono", .ofono)] {
            let modem = try Modem(stack)
            all.append(
                try Bridged(name, modem, programs, on: modem.bus, options: ["--system", "--user=\(getuid())"]))
        }
        return all
    }

    private func count(of bridged: Bridged) -> Int { isQuick ? 2 : 50 }

    // MARK: The results

    private func printTimes(_ bridged: [Bridged]) {
        heading("Report to ring, ms (p50 / p99)", ["the program", "added", "ratio"])
        for bridged in bridged {
            line(bridged.name, bridged.ring, bridged.report, ratio: 1 + bridged.report.p50 / bridged.ring.p50)
        }
        heading("Answer, ms (p50 / p99)", ["the program", "registry", "ratio"])
        for bridged in bridged {
            line(bridged.name, bridged.ownAnswer, bridged.answer, ratio: bridged.answer.p50 / bridged.ownAnswer.p50)
        }
    }

    private func heading(_ title: String, _ columns: [String]) {
        print("\n" + title.padded(32) + columns.map { $0.padded(20) }.joined())
    }

    private func line(_ name: String, _ own: Times, _ ours: Times, ratio: Double) {
        let columns = [own, ours].map { String(format: "%.2f / %.2f", $0.p50, $0.p99).padded(20) }
        print(("  " + name).padded(32) + columns.joined() + String(format: "%.2f", ratio))
    }

    // MARK: At rest

    /// All bridges at the same time: the user's without a program, and those that were measured.
    private func printRest(_ bridged: [Bridged]) throws {
        let seconds = isQuick ? 5 : 30
        let bus = try BusDaemon.session()
        let registry = try Registry(programs.service, on: bus)
        let alone = try programs.startBridge(for: bus, ["--session-address=\(bus.address)"])
        try BusClient(address: bus.address).waitForName("org.monkeycall.Bridge")
        let bridges = [("no program", alone)] + bridged.map { ($0.name, $0.bridge) }
        sleep(1)
        let before = try bridges.map { try ProcessUsage.wakeUps(of: $0.1.processID) }
        sleep(UInt32(seconds))
        heading("The bridge at rest, KiB", ["threads", "private", "in no file", "wake-ups in \(seconds) s"])
        for (index, (name, bridge)) in bridges.enumerated() {
            let wakeUps = try ProcessUsage.wakeUps(of: bridge.processID) - before[index]
            let usage = try ProcessUsage(of: bridge.processID)
            let columns = [usage.threads, usage.privateKiB, usage.anonymousKiB, wakeUps]
            print(("  " + name).padded(32) + columns.map { "\($0)".padded(20) }.joined())
        }
        withExtendedLifetime(registry) {}
    }
}

extension String {
    /// With spaces up to that length.
    fileprivate func padded(_ length: Int) -> String { padding(toLength: length, withPad: " ", startingAt: 0) }
}

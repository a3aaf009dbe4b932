// SPDX-License-Identifier: MIT
import ArgumentParser
import CallInterface
import SDBus

struct Bridges: Command {
    static let configuration = CommandConfiguration(
        abstract: "Show the programs whose calls the bridges carry.",
        discussion: """
            A bridge registers the calls of programs that do not know the call service. There is one of the user, and \
            one of the system for modems. One line for each source: its bridge, whether its program runs, the \
            providers that it has in the registry for you, and the number of your calls; root sees those of all users. \
            A bridge that does not run is left out. The source `browsers` runs while a page has a meeting. A line of ~/.config/monkeycall/bridge.conf, or of \
            /etc/monkeycall/bridge.conf for the system, turns a source off, see monkeycall-bridge(8). The command \
            needs monkeycall-bridge.

            With --json an array of objects, with the keys of ListSources of org.monkeycall.Bridge, and `Bridge`: \
            `user` or `system`.
            """)

    @OptionGroup var bus: BusOptions

    /// Where a bridge is.
    private enum Bridge: String {
        case user
        case system

        var wayToStart: String {
            switch self {
            case .user: "systemctl --user enable --now monkeycall-bridge starts it"
            case .system: "sudo systemctl enable --now monkeycall-bridge-system starts it"
            }
        }
    }

    func perform() throws(Failure) {
        var sources: [(bridge: Bridge, source: [String: Variant])] = []
        var failures: [Failure] = []
        // On one bus there is one bridge.
        let buses =
            bus.bus == .system ? [(.user, bus.sessionBus), (.system, bus.bus)] : [(Bridge.user, bus.sessionBus)]
        for (bridge, address) in buses {
            do throws(Failure) {
                sources += try Self.sources(of: bridge, on: address).map { (bridge, $0) }
            } catch {
                guard error.status == .unavailable else { throw error }
                failures.append(error)
            }
        }
        if let failure = failures.first, failures.count == buses.count { throw failure }
        show(sources)
    }

    private static func sources(of bridge: Bridge, on address: BusAddress) throws(Failure) -> [[String: Variant]] {
        let link = try ProgramLink(
            .init(name: BridgeName.bus, path: BridgeName.path, wayToStart: bridge.wayToStart), address)
        return try link.read(
            [[String: Variant]].self, from: try link.call(BridgeName.interface, BridgeName.listSources))
    }

    private func show(_ sources: [(bridge: Bridge, source: [String: Variant])]) {
        if bus.json {
            let objects = sources.map { bridge, source in
                JSON(source.merging(["Bridge": .string(bridge.rawValue)]) { $1 })
            }
            return Output.line(JSON.array(objects).text)
        }
        var table = Table(["SOURCE", "BRIDGE", "STATE", "CALLS", "PROVIDERS"])
        for (bridge, source) in sources {
            table.add([
                Cell(source.text(.source)), Cell(bridge.rawValue), Cell(Self.state(source)),
                Cell("\(source[.count]?.uint32 ?? 0)"),
                Cell((source[.providers]?.strings ?? []).joined(separator: ", ")),
            ])
        }
        for line in table.lines(painting: { text, _, padding in text + padding }) { Output.line(line) }
    }

    private static func state(_ source: [String: Variant]) -> String {
        let state: Received<SourceWord> = source.word(.state)
        return switch state.word {
        case .off: "off"
        case .absent: "does not run"
        case .present: "runs"
        case nil: state.text
        }
    }
}

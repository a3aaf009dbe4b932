// SPDX-License-Identifier: MIT
import ArgumentParser
import CallInterface
import SDBus

struct Bridges: Command {
    static let configuration = CommandConfiguration(
        abstract: "Show the programs whose calls the bridge carries.",
        discussion: """
            The bridge registers the calls of programs that do not know the call service. One line for each source: \
            whether its program runs, the providers that it has in the registry, and the number of its calls. A line \
            of ~/.config/monkeycall/bridge.conf turns a source off, see monkeycall-bridge(8). The command needs \
            monkeycall-bridge.

            With --json an array of objects, with the keys of ListSources of org.monkeycall.Bridge.
            """)

    @OptionGroup var bus: BusOptions

    func perform() throws(Failure) {
        let link = try SessionLink(
            .init(
                name: BridgeName.bus, path: BridgeName.path,
                wayToStart: "systemctl --user enable --now monkeycall-bridge starts it"),
            bus.sessionBus)
        let sources = try link.read(
            [[String: Variant]].self, from: try link.call(BridgeName.bus, BridgeName.listSources))
        if bus.json { return Output.line(JSON.array(sources.map { JSON($0) }).text) }
        var table = Table(["SOURCE", "STATE", "CALLS", "PROVIDERS"])
        for source in sources {
            table.add([
                Cell(source.text(.source)), Cell(Self.state(source)), Cell("\(source[.count]?.uint32 ?? 0)"),
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

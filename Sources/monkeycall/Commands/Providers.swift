// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient

struct Providers: Command {
    static let configuration = CommandConfiguration(
        abstract: "Show all apps that carry calls.",
        discussion: """
            One line for each provider. With --json an array of objects, with the properties of \
            org.monkeycall.CallManager.Provider.
            """)

    @OptionGroup var options: ControlOptions

    var bus: BusOptions { options.bus }

    func perform() throws(Failure) {
        let registry = try options.connect().registry()
        let providers = registry.providersInOrder
        if bus.json { return Output.line(JSON.array(providers.map { JSON($0.properties) }).text) }
        guard !providers.isEmpty else { return Output.line("No providers.") }
        let palette = Palette.standardOutput
        var table = Table(["IDENTIFIER", "NAME", "CLASS", "CALLS", "PROCESS", "UNIT"])
        for provider in providers {
            let calls = registry.calls.values.filter { $0.provider == provider.identifier }.count
            table.add([
                provider.identifier, provider.name, provider.providerClass, "\(calls)",
                provider.processID == 0 ? "" : "\(provider.processID)", provider.unit,
            ])
        }
        for line in table.lines(painting: { text, column, padding in
            (column == 0 ? palette.paint(text, .bold) : column > 3 ? palette.paint(text, .dim) : text) + padding
        }) { Output.line(line) }
    }
}

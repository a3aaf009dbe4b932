// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient
import CallInterface
import ConfigurationText

struct Providers: Command {
    static let configuration = CommandConfiguration(
        abstract: "Show all apps that carry calls, and choose the default apps.",
        discussion: """
            One line for each provider, with the types of handle that it calls by default. With --json an array of \
            objects, with the properties of org.monkeycall.CallManager.Provider.

            --default chooses the app that is asked if a call names none: by dial, by a link, by a search. It writes \
            the section DefaultProviders of monkeycall-agent.conf(5); monkeycall-agent tells it to the service.

            EXAMPLES
              monkeycall providers
              monkeycall providers --default phone-number=org.example.Phone
              monkeycall providers --default phone-number=
            """)

    @Option(
        help: ArgumentHelp(
            """
            Choose the default app for a type of handle: phone-number, email-address or generic, and the identifier \
            of the app; without an identifier the type has no default app. May be repeated.
            """, valueName: "type=app"),
        completion: .defaults)
    var `default`: [DefaultProvider] = []
    @OptionGroup var options: ControlOptions

    var bus: BusOptions { options.bus }

    func validate() throws {
        guard self.default.isEmpty || options.isOwn else {
            throw ValidationError("--default sets your own apps; leave --user out")
        }
    }

    func perform() throws(Failure) {
        guard self.default.isEmpty else { return try choose() }
        let defaults = (try? DefaultProvider.settings()).map { DefaultProvider.all(in: $0) } ?? [:]
        let registry = try options.connect().registry()
        let providers = registry.providersInOrder
        if bus.json { return Output.line(JSON.array(providers.map { JSON($0.properties) }).text) }
        guard !providers.isEmpty else { return Output.line("No providers.") }
        let palette = Palette.standardOutput
        var table = Table(["IDENTIFIER", "NAME", "CLASS", "CALLS", "PROCESS", "UNIT", "DEFAULT FOR"])
        for provider in providers {
            let calls = registry.calls.values.filter { $0.provider == provider.identifier }.count
            table.add([
                provider.identifier, provider.name, provider.providerClass, "\(calls)",
                provider.processID == 0 ? "" : "\(provider.processID)", provider.unit,
                options.isOwn ? defaults[provider.identifier, default: []].joined(separator: ", ") : "",
            ])
        }
        for line in table.lines(painting: { text, column, padding in
            (column == 0 ? palette.paint(text, .bold) : column > 3 ? palette.paint(text, .dim) : text) + padding
        }) { Output.line(line) }
    }

    private func choose() throws(Failure) {
        var text = try DefaultProvider.settings()
        for choice in self.default {
            text = text.setting(choice.kind.rawValue, in: DefaultProvider.section, to: choice.provider)
        }
        try DefaultProvider.write(text)
        for choice in self.default {
            if bus.json {
                let provider = choice.provider.map { JSON.string($0) } ?? .null
                Output.line(JSON.object([("Type", .string(choice.kind.rawValue)), ("Provider", provider)]).text)
            } else if let provider = choice.provider {
                Output.line("\(choice.kind.rawValue)  is called with  \(provider)")
            } else {
                Output.line("\(choice.kind.rawValue)  has no default app")
            }
        }
    }
}

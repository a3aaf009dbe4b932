// SPDX-License-Identifier: MIT

import ArgumentParser
import CallClient
import CallInterface
import ConfigurationText
import SDBus

struct Providers: ControlCommand {
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

    func validate() throws {
        guard self.default.isEmpty || options.isOwn else {
            throw ValidationError("--default sets your own apps; leave --user out")
        }
    }

    func perform() throws(Failure) {
        guard self.default.isEmpty else { return try choose() }
        let defaults = (try? DefaultProvider.settings()).map { DefaultProvider.all(in: $0) } ?? [:]
        let registry = try options.connect().registry()
        show(
            registry.providersInOrder, as: \.properties, none: "No providers.",
            ["IDENTIFIER", "NAME", "CLASS", "CALLS", "PROCESS", "UNIT", "DEFAULT FOR"],
            colours: [0: .bold, 4: .dim, 5: .dim, 6: .dim]
        ) { provider in
            let calls = registry.calls.values.filter { $0.provider == provider.identifier }.count
            return [
                provider.identifier, provider.name, provider.providerClass, "\(calls)",
                provider.processID == 0 ? "" : "\(provider.processID)", provider.unit,
                options.isOwn ? defaults[provider.identifier, default: []].joined(separator: ", ") : "",
            ].map { Cell($0) }
        }
    }

    private func choose() throws(Failure) {
        var text = try DefaultProvider.settings()
        for choice in self.default {
            text = text.setting(choice.kind.rawValue, in: DefaultProvider.section, to: choice.provider)
        }
        try DefaultProvider.write(text)
        for choice in self.default {
            let (type, provider) = (choice.kind.rawValue, choice.provider)
            say(
                type + (provider.map { "  is called with  \($0)" } ?? "  has no default app"),
                json: ("Type", .string(type)), ("Provider", provider.map { .string($0) } ?? .null))
        }
    }
}

/// The user's default app for a type of handle, in the settings of monkeycall-agent.
struct DefaultProvider: ExpressibleByArgument {
    static let section = "DefaultProviders"

    let kind: Handle.Kind
    /// nil = none.
    let provider: String?

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let kind = Handle.Kind(rawValue: parts[0]),
            parts[1].isEmpty || Limits().allowsIdentifier(parts[1])
        else { return nil }
        (self.kind, provider) = (kind, parts[1].isEmpty ? nil : parts[1])
    }

    /// The text of the settings; empty if there is no file.
    static func settings() throws(Failure) -> String {
        do throws(UnreadableFile) { return try TextFile.read(path()) ?? "" } catch { throw failure(error.message) }
    }

    static func write(_ text: String) throws(Failure) {
        do throws(UnwritableFile) { try TextFile.write(text, to: path()) } catch { throw failure(error.message) }
    }

    /// The types of handle by the identifier of their default app.
    static func all(in text: String) -> [String: [String]] {
        var reader = ConfigurationReader<String>(text)
        var types: [String: [String]] = [:]
        // The agent reports a mistake in the file.
        while let line = try? reader.next() {
            switch line {
            case .section(let name): try? reader.begin(name, name)
            case .assignment(let key, let value):
                if reader.section == section { types[value, default: []].append(key) }
            case .nothing: break
            }
        }
        return types
    }

    private static func path() -> String { UserSettings.path ?? "" }

    private static func failure(_ message: String) -> Failure {
        let file = path().isEmpty ? "There is no home folder; set HOME." : "\(path()): \(message)"
        return Failure(.output, "SettingsFailed", file)
    }
}

struct Bridges: Command {
    static let configuration = CommandConfiguration(
        abstract: "Show the programs whose calls the bridges carry.",
        discussion: """
            A bridge registers the calls of programs that do not know the call service. There is one of the user, and \
            one of the system for modems. One line for each source: its bridge, whether its program runs, the \
            providers that it has in the registry for you, and the number of your calls; root sees those of all users. \
            A bridge that does not run is left out. The source `browsers` runs while a page has a meeting, and \
            `bluetooth-headsets` while PipeWire shows your calls to headsets. A line of ~/.config/monkeycall/bridge.conf, or of \
            /etc/monkeycall/bridge.conf for the system, turns a source off, see monkeycall-bridge(8). The command \
            needs monkeycall-bridge.

            With --json an array of objects, with the keys of ListSources of org.monkeycall.Bridge, and `Bridge`: \
            `user` or `system`.
            """)

    @OptionGroup var bus: BusOptions

    /// Where a bridge is.
    enum Bridge: String {
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
        show(
            try Self.allSources(on: bus), as: { $0.source.merging(["Bridge": .string($0.bridge.rawValue)]) { $1 } },
            ["SOURCE", "BRIDGE", "STATE", "CALLS", "PROVIDERS"]
        ) { bridge, source in
            [
                source.text(.source), bridge.rawValue, Self.state(source), "\(source[.count]?.uint32 ?? 0)",
                (source[.providers]?.strings ?? []).joined(separator: ", "),
            ].map { Cell($0) }
        }
    }

    /// The sources of all bridges that run; throws if none does. `timeout` is in microseconds; 0 = the 25 s of sd-bus.
    static func allSources(
        on bus: BusOptions, timeout: UInt64 = 0
    ) throws(Failure) -> [(bridge: Bridge, source: [String: Variant])] {
        var sources: [(bridge: Bridge, source: [String: Variant])] = []
        var failures: [Failure] = []
        // On one bus there is one bridge.
        let buses =
            bus.bus == .system ? [(.user, bus.sessionBus), (.system, bus.bus)] : [(Bridge.user, bus.sessionBus)]
        for (bridge, address) in buses {
            do throws(Failure) {
                sources += try Self.sources(of: bridge, on: address, timeout).map { (bridge, $0) }
            } catch {
                guard error.status == .unavailable else { throw error }
                failures.append(error)
            }
        }
        if let failure = failures.first, failures.count == buses.count { throw failure }
        return sources
    }

    private static func sources(
        of bridge: Bridge, on address: BusAddress, _ timeout: UInt64
    ) throws(Failure) -> [[String: Variant]] {
        let link = try ProgramLink(
            .init(name: BridgeName.bus, path: BridgeName.path, wayToStart: bridge.wayToStart, timeout: timeout), address
        )
        return try link.read(
            [[String: Variant]].self, from: try link.call(BridgeName.interface, BridgeName.listSources))
    }

    private static func state(_ source: [String: Variant]) -> String {
        let state: Received<SourceWord> = source.word(.state)
        return switch state.word {
        case .off: "off"
        case .absent:
            switch (source.word(.reason) as Received<FrontState>).word {
            case .unwatched: "WirePlumber does not use it"
            case .nameTaken: "another program has the name of ModemManager"
            case .background: "another user is in front"
            case .detached: "refused"
            // Another bridge has no such reason.
            case .shown, nil: "does not run"
            }
        case .present: "runs"
        case nil: state.text
        }
    }
}

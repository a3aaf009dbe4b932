// SPDX-License-Identifier: MIT

import ArgumentParser
import CallClient
import CallInterface
import CallStories
import SDBus

struct Apps: Command {
    static let configuration = CommandConfiguration(
        abstract: "Show the apps that can call, and choose which of them may ring.",
        discussion: """
            An app that you refuse cannot ring: its calls are listed as refused, and no call is made with it unless you name \
            it. Its present calls go on. The apps of modems always ring. An app in a sandbox cannot ring under another \
            name; any other program could.

            Without an argument the command prints a line for each app that runs, that had a call in the history, or that \
            you have decided about. Name an app by its identifier, or by its name if no other app has it.

            With --json an array of objects, with the keys of List of org.monkeycall.Directory.Apps. It needs \
            monkeycall-directory.

            EXAMPLES
              monkeycall apps
              monkeycall apps refuse org.example.Phone
              monkeycall apps allow org.example.Phone
            """)

    @Argument(help: ArgumentHelp("allow or refuse.", valueName: "allow|refuse"))
    var choice: Choice?
    @Argument(help: "The identifier or the name of an app.", completion: .apps)
    var app: String?
    @OptionGroup var bus: BusOptions

    enum Choice: String, ExpressibleByArgument, CaseIterable {
        case allow, refuse
    }

    func validate() throws {
        if let choice, app == nil { throw ValidationError("Name an app: monkeycall apps \(choice.rawValue) <app>") }
    }

    func perform() throws(Failure) {
        let directory = try DirectoryLink(bus)
        if let choice, let app {
            let identifier = Self.identifier(app, among: try directory.list(.listApps))
            try directory.call(.setAppAllowed, identifier, choice == .allow)
            if !bus.json {
                return Output.line("\(identifier)  \(choice == .allow ? "allowed" : "refused")".printable)
            }
        }
        // As in the window: a test call that is switched off would not ring, and could not say why.
        let apps = try directory.list(.listApps).filter { $0.text(.identifier) != TestCall.provider }
        show(
            apps, as: \.self, none: "No app can call yet.", ["NAME", "APP", "KIND", "CALLS", "LAST CALL"],
            colours: [4: .dim]
        ) { app in
            [
                Cell(app.text(.localizedName)), Cell(app.text(.identifier)), Cell(Self.kind(app)),
                Cell(Self.state(app)), Cell(app[.lastCall]?.uint64.map { Clock.shortMoment($0) } ?? ""),
            ]
        }
    }

    /// The app of that identifier, or the only one of that name. An app that is not known yet can be refused too.
    static func identifier(_ text: String, among apps: [[String: Variant]]) -> String {
        guard !apps.contains(where: { $0.text(.identifier) == text }) else { return text }
        let named = apps.filter { $0.text(.localizedName).lowercased() == text.lowercased() }
        return named.count == 1 ? named[0].text(.identifier) : text
    }

    private static func kind(_ app: [String: Variant]) -> String {
        if app.text(.providerClass) == ProviderClass.cellular.rawValue { return "modem" }
        return app.text(.appID).isEmpty ? "program" : "sandboxed"
    }

    private static func state(_ app: [String: Variant]) -> String {
        guard app.flag(.allowed) else { return "refused" }
        return app.text(.appID).isEmpty || app.flag(.answered) ? "ring" : "ring, and you are asked"
    }
}

extension CompletionKind {
    /// Identifiers of the apps that can call.
    fileprivate static var apps: CompletionKind {
        .custom { words, _, _ in
            guard let directory = directory(words), let list = try? directory.list(.listApps) else { return [] }
            return list.map { $0.text(.identifier).printable }
        }
    }
}

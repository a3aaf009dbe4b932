// SPDX-License-Identifier: MIT
import SDBus

/// One line of what a provider says.
struct ProviderEvent {
    let name: String
    /// What the line says after the name, and what JSON calls it.
    var words: [(key: String, value: String)] = []
    /// What only JSON says.
    var details: [(key: String, value: JSON)] = []

    init(_ name: String, _ words: (key: String, value: String)..., details: [(key: String, value: JSON)] = []) {
        (self.name, self.words, self.details) = (name, words, details)
    }

    func line(json: Bool) -> String {
        guard json else { return ([name] + words.map(\.value.printable)).joined(separator: " ") }
        return JSON.object([("Event", .string(name))] + words.map { ($0.key, .string($0.value)) } + details).text
    }

    /// A command that did not do what it should.
    static func error(_ name: String, _ message: String, command: String) -> ProviderEvent {
        ProviderEvent("error", ("Error", name), ("Message", message), details: [("Command", .string(command))])
    }
}

// SPDX-License-Identifier: MIT
import SDBus

/// One line that a provider session prints.
struct ProviderEvent {
    let name: String
    /// The words after the name, each with its JSON key.
    var words: [(key: String, value: String)] = []
    /// More members of the JSON object.
    var details: [(key: String, value: JSON)] = []

    init(_ name: String, _ words: (key: String, value: String)..., details: [(key: String, value: JSON)] = []) {
        (self.name, self.words, self.details) = (name, words, details)
    }

    func line(json: Bool) -> String {
        guard json else { return ([name] + words.map(\.value.printable)).joined(separator: " ") }
        return JSON.object([("Event", .string(name))] + words.map { ($0.key, .string($0.value)) } + details).text
    }

    /// A command that failed.
    static func error(_ name: String, _ message: String, command: String) -> ProviderEvent {
        ProviderEvent("error", ("Error", name), ("Message", message), details: [("Command", .string(command))])
    }
}

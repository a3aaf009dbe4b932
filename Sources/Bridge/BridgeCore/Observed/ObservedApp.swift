// SPDX-License-Identifier: MIT

/// A program whose microphone streams count as a call. All of it comes from the settings, and nothing from the program.
package struct ObservedApp: Hashable, Sendable {
    /// The name for people.
    package let name: String
    /// The part of its provider's identifier: small letters, digits and dashes.
    package let id: String
    /// The file names of its programs, and its ids in Flatpak and Snap, in small letters.
    package let programs: Set<String>

    /// The most characters of a name.
    package static let nameLimit = 100

    /// nil = the name has neither a Latin letter nor a digit, or is too long.
    package init?(_ name: String, _ programs: [String]) {
        let words = name.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        guard !words.isEmpty, name.count <= Self.nameLimit else { return nil }
        (self.name, id) = (name, words.joined(separator: "-"))
        self.programs = Set(programs.map { $0.lowercased() })
    }
}

/// The apps that are observed. No two have the same ``ObservedApp/id``.
package struct ObservedAppList: Hashable, Sendable {
    private var apps: [String: ObservedApp] = [:]
    private var byProgram: [String: ObservedApp] = [:]

    /// A later app replaces an earlier one of the same id, and takes the programs that both name.
    package init(_ apps: [ObservedApp]) {
        for app in apps { self.apps[app.id] = app }
        for app in apps where self.apps[app.id] == app {
            for program in app.programs { byProgram[program] = app }
        }
    }

    /// The app that has a program with this file name or id. Large and small letters are equal.
    package subscript(program: String) -> ObservedApp? { byProgram[program.lowercased()] }

    /// Whether that app is observed, under this name and with these programs.
    package func contains(_ app: ObservedApp) -> Bool { apps[app.id] == app }

    /// This list with apps of the user. An app without programs is not observed.
    package func merging(_ own: [ObservedApp]) -> Self {
        Self(apps.values.sorted { $0.id < $1.id } + own)
    }
}

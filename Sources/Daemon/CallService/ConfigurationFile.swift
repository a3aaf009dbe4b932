// SPDX-License-Identifier: MIT

package import CallCore
package import ConfigurationText

/// The administrator's file: the policy, and the mistakes. A line with a mistake counts as absent, and so does a
/// section with a mistake in its first line. So a mistake affects only its own setting.
package struct ConfigurationFile {
    /// The values of the file, and the defaults for absent ones.
    package private(set) var policy = Policy()
    /// The mistakes in order of the lines.
    package private(set) var problems: [ConfigurationFault] = []
    /// The maximum number of reported mistakes; a file that is not a configuration has one in every line.
    package static let reportedProblems = 100

    private enum Section: Hashable {
        case deadlines
        case cellular(identifier: String)
        case toolboxes
    }

    private var reader: ConfigurationReader<Section>
    /// The modem services without an account so far, each with the line of its section.
    private var unassigned: [String: Int] = [:]

    /// Reads the text of a file. `account` returns the uid of an account's name.
    package init(_ text: String, account: (String) -> UInt32?) {
        reader = ConfigurationReader(text)
        var isAtEnd = false
        while !isAtEnd {
            do throws(ConfigurationFault) {
                isAtEnd = try !readLine(account)
            } catch {
                problems.append(error)
            }
        }
        problems += unassigned.map { identifier, line in
            let message = "[Cellular \(identifier)] lacks User=. Add the account that may register it."
            return ConfigurationFault(line: line, message: message)
        }
        problems.sort { $0.line < $1.line }
        if problems.count > Self.reportedProblems {
            let rest = problems[Self.reportedProblems...]
            let message = "There are \(rest.count) more mistakes from here on. Correct those above first."
            problems[Self.reportedProblems...] = [
                ConfigurationFault(line: rest[Self.reportedProblems].line, message: message)
            ]
        }
    }

    /// False at the end.
    private mutating func readLine(_ account: (String) -> UInt32?) throws(ConfigurationFault) -> Bool {
        switch try reader.next() {
        case nil: return false
        case .nothing: break
        case .section(let name):
            let section = try section(name)
            try reader.begin(section, name)
            if case .cellular(let identifier) = section { unassigned[identifier] = reader.line }
        case .assignment(let key, let value): try assign(key, value, account)
        }
        return true
    }

    private func fault(_ message: String) -> ConfigurationFault { reader.fault(message) }

    // MARK: Sections

    private func section(_ name: String) throws(ConfigurationFault) -> Section {
        if name == "Deadlines" { return .deadlines }
        if name == "Toolboxes" { return .toolboxes }
        guard name.prefix(while: { !$0.isWhitespace }) == "Cellular" else {
            throw fault("There is no section [\(name)]. Use [Deadlines], [Cellular IDENTIFIER] or [Toolboxes].")
        }
        let identifier = name.dropFirst("Cellular".count).trimmed
        let start = identifier.hasSuffix(Policy.below) ? String(identifier.dropLast(Policy.below.count)) : identifier
        guard policy.limits.allowsIdentifier(start) else {
            throw fault(
                """
                [\(name)] must name the identifier that the modem service registers, such as [Cellular \
                org.example.Modem]: 1 to \(policy.limits.textLength) letters, digits, dots, dashes and _, \
                no dot or dash first. With .* at its end it names all identifiers below.
                """)
        }
        return .cellular(identifier: identifier)
    }

    // MARK: Keys

    private mutating func assign(_ key: String, _ value: String, _ account: (String) -> UInt32?)
        throws(ConfigurationFault)
    {
        try reader.note(key)
        switch reader.section {
        case .deadlines: try setDeadline(key, value)
        case .cellular(let identifier):
            guard key == "User" else { throw fault("There is no key \(key)= in [Cellular \(identifier)]. Use User=.") }
            unassigned[identifier] = nil
            policy.cellular[identifier] = try uid(of: value, for: identifier, account)
        case .toolboxes:
            guard key == "Units" else { throw fault("There is no key \(key)= in [Toolboxes]. Use Units=.") }
            policy.toolboxes = try units(value)
        case nil:
            throw fault("\(key)= is in no section. Write [Deadlines], [Cellular IDENTIFIER] or [Toolboxes] before it.")
        }
    }

    private static var deadlines: [(key: String, field: WritableKeyPath<Deadlines, UInt64>)] {
        [
            ("Start", \.start), ("Answer", \.answer), ("Other", \.other), ("Emergency", \.emergency),
            ("Connect", \.connect), ("RepeatCaller", \.repeatCaller), ("EmergencyWindow", \.emergencyWindow),
        ]
    }

    private mutating func setDeadline(_ key: String, _ value: String) throws(ConfigurationFault) {
        guard let field = Self.deadlines.first(where: { $0.key == key })?.field else {
            let keys = Self.deadlines.map(\.key).joined(separator: ", ")
            throw fault("There is no key \(key)= in [Deadlines]. Use one of \(keys).")
        }
        guard let span = TimeSpan(value) else { throw fault("\(key)=\(value) is not a time span. \(TimeSpan.help)") }
        policy.deadlines[keyPath: field] = span.microseconds
    }

    /// A short pattern such as app-* would admit every sandbox.
    private func units(_ value: String) throws(ConfigurationFault) -> [String] {
        let units = value.split(whereSeparator: \.isWhitespace).map(String.init)
        for unit in units {
            let name = unit.hasSuffix("*") ? unit.dropLast() : unit[...]
            guard !name.contains("*"), !name.contains("/"), unit.hasPrefix("libpod-") || name == unit else {
                throw fault(
                    """
                    Units=\(value) must list units of containers, such as libpod-0123456789ab*. A * may only stand at the end \
                    of a name that begins with libpod-.
                    """)
            }
        }
        return units
    }

    /// The package with the account may be installed later or have been removed. Until the account exists, no other
    /// account may register the identifier.
    private mutating func uid(of name: String, for identifier: String, _ account: (String) -> UInt32?)
        throws(ConfigurationFault) -> UInt32
    {
        if !name.isEmpty, name.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) {
            guard let uid = UInt32(name), uid != Policy.nobody else { throw fault("User=\(name) is not a uid.") }
            return uid
        }
        guard !name.isEmpty, !name.contains(where: \.isWhitespace) else {
            throw fault("User=\(name) is not an account. Write one name, such as User=modem, or one uid.")
        }
        if let uid = account(name) { return uid }
        problems.append(
            fault(
                """
                There is no account \(name), so no program may register \(identifier). Create the account, then run \
                systemctl reload monkeycalld.
                """))
        return Policy.nobody
    }
}

extension Policy {
    /// The providers of our own bridge to modems. Its package creates the account.
    package static let bridgedModems = "org.monkeycall.Modem" + below
    package static let bridgeAccount = "monkeycall-bridge"

    /// Lets our own bridge carry calls of modems, unless the administrator's file says who does. Without the account no
    /// program may register these identifiers.
    package mutating func admitBridge(account: (String) -> UInt32?) {
        guard cellular[Self.bridgedModems] == nil else { return }
        cellular[Self.bridgedModems] = account(Self.bridgeAccount) ?? Self.nobody
    }
}

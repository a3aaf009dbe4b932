// SPDX-License-Identifier: MIT

public import CallCore
public import ConfigurationText

/// What the administrator has written: the policy, and what was odd about it. Anything that is not understood is a fault:
/// a misspelt word that was ignored would be found out by the call that it was meant for.
public struct ConfigurationFile {
    /// What was decided, and the defaults where nothing was.
    public private(set) var policy = Policy()
    /// What the daemon can run with, and the administrator should know.
    public private(set) var warnings: [ConfigurationFault] = []

    private enum Section: Hashable {
        case deadlines
        case cellular(identifier: String)
    }

    private var reader: ConfigurationReader<Section>

    /// Reads the text of a file. `account` tells the uid of an account's name.
    public init(_ text: String, account: (String) -> UInt32?) throws(ConfigurationFault) {
        reader = ConfigurationReader(text)
        while let line = try reader.next() {
            switch line {
            case .nothing: break
            case .section(let name):
                try endSection()
                try reader.begin(try section(name), name)
            case .assignment(let key, let value): try assign(key, value, account)
            }
        }
        try endSection()
    }

    private func fault(_ message: String) -> ConfigurationFault { reader.fault(message) }

    // MARK: Sections

    private func section(_ name: String) throws(ConfigurationFault) -> Section {
        if name == "Deadlines" { return .deadlines }
        guard name.prefix(while: { !$0.isWhitespace }) == "Cellular" else {
            throw fault("There is no section [\(name)], only [Deadlines] and [Cellular IDENTIFIER].")
        }
        let identifier = name.dropFirst("Cellular".count).trimmed
        guard Provider.isIdentifier(identifier), identifier.utf8.count <= policy.limits.textLength else {
            throw fault(
                """
                [\(name)] must name the identifier that the modem service registers, such as [Cellular org.example.Modem]: \
                1 to \(policy.limits.textLength) letters, digits, dots, dashes and _.
                """)
        }
        return .cellular(identifier: identifier)
    }

    private func endSection() throws(ConfigurationFault) {
        guard case .cellular(let identifier) = reader.section, policy.cellular[identifier] == nil else { return }
        throw reader.faultOfSection("[Cellular \(identifier)] lacks User=, the account that may register it.")
    }

    // MARK: Keys

    private mutating func assign(_ key: String, _ value: String, _ account: (String) -> UInt32?)
        throws(ConfigurationFault)
    {
        try reader.note(key)
        switch reader.section {
        case .deadlines: try setDeadline(key, value)
        case .cellular(let identifier):
            guard key == "User" else { throw fault("There is no key \(key)= in [Cellular \(identifier)], only User=.") }
            policy.cellular[identifier] = try uid(of: value, for: identifier, account)
        case nil: throw fault("\(key)= is in no section: [Deadlines] or [Cellular IDENTIFIER] comes first.")
        }
    }

    private static var deadlines: [(key: String, field: WritableKeyPath<Deadlines, UInt64>)] {
        [
            ("Start", \.start), ("Answer", \.answer), ("Other", \.other), ("Emergency", \.emergency),
            ("Connect", \.connect), ("RepeatCaller", \.repeatCaller),
        ]
    }

    private mutating func setDeadline(_ key: String, _ value: String) throws(ConfigurationFault) {
        guard let field = Self.deadlines.first(where: { $0.key == key })?.field else {
            let keys = Self.deadlines.map(\.key).joined(separator: ", ")
            throw fault("There is no key \(key)= in [Deadlines], only \(keys).")
        }
        guard let span = TimeSpan(value) else { throw fault("\(key)=\(value) is no time span. \(TimeSpan.help)") }
        policy.deadlines[keyPath: field] = span.microseconds
    }

    /// An account that is missing is no fault: the modem's package may come later, or have gone, and that is no reason
    /// for a machine without calls. But nobody else gets the identifier.
    private mutating func uid(of name: String, for identifier: String, _ account: (String) -> UInt32?)
        throws(ConfigurationFault) -> UInt32
    {
        if !name.isEmpty, name.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) {
            guard let uid = UInt32(name), uid != Policy.nobody else { throw fault("User=\(name) is no uid.") }
            return uid
        }
        guard !name.isEmpty, !name.contains(where: \.isWhitespace) else {
            throw fault("User=\(name) is no account. Write one name, such as User=modem, or one uid.")
        }
        if let uid = account(name) { return uid }
        warnings.append(
            fault("There is no account \(name), so nobody may register \(identifier). Restart when there is one."))
        return Policy.nobody
    }
}

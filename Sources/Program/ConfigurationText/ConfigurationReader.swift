// SPDX-License-Identifier: MIT

/// Reads the lines of a configuration file, and remembers its sections and keys.
package struct ConfigurationReader<Section: Hashable> {
    /// The present line, counted from 1.
    package private(set) var line = 0
    /// The present section; nil before the first one.
    package private(set) var section: Section?
    private var lines: [Substring]
    /// The earlier sections, and the earlier keys of this section, each with its line.
    private var sections: [Section: Int] = [:]
    private var keys: [String: Int] = [:]
    /// True in a section that was not begun because it has a mistake.
    private var isSkipping = false

    package init(_ text: String) {
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).reversed()
    }

    /// The next line that is not empty; nil at the end. Skips the keys of a section that was not begun, so that they do
    /// not count for the section before it.
    package mutating func next() throws(ConfigurationFault) -> ConfigurationLine? {
        while let text = lines.popLast() {
            line += 1
            if text.trimmed.hasPrefix("[") { isSkipping = true }
            switch ConfigurationLine(text) {
            case .nothing: break
            case .section(let name): return .section(name)
            case .assignment(let key, let value): if !isSkipping { return .assignment(key: key, value: value) }
            case nil: throw fault("Write [SECTION], KEY=VALUE, or a comment that begins with # or ;.")
            }
        }
        return nil
    }

    /// Begins a section, which messages show as `name`. Throws if it exists already.
    package mutating func begin(_ section: Section, _ name: String) throws(ConfigurationFault) {
        if let line = sections[section] { throw fault("[\(name)] exists already in line \(line). Remove one.") }
        sections[section] = line
        keys = [:]
        self.section = section
        isSkipping = false
    }

    /// Notes a key of the section. Throws if it exists already.
    package mutating func note(_ key: String) throws(ConfigurationFault) {
        if let line = keys[key] { throw fault("\(key)= exists already in line \(line). Remove one.") }
        keys[key] = line
    }

    /// A mistake in the present line. The message goes to the log: show an unknown name as `named`, and no value.
    package func fault(_ message: String) -> ConfigurationFault { ConfigurationFault(line: line, message: message) }
}

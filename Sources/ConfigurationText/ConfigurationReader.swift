// SPDX-License-Identifier: MIT

/// Goes through the lines of a configuration file, and knows which one it is at and what was there before.
package struct ConfigurationReader<Section: Hashable> {
    /// The line that is read, counted from 1.
    package private(set) var line = 0
    /// The section that the line is in; nil before the first one.
    package private(set) var section: Section?
    private var lines: [Substring]
    /// The sections so far, and the keys of this one, each with its line.
    private var sections: [Section: Int] = [:]
    private var keys: [String: Int] = [:]
    /// The section that the line is in was not begun: there is something wrong with it.
    private var isSkipping = false

    package init(_ text: String) {
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).reversed()
    }

    /// The next line that says something; nil at the end. After a section that was not begun its keys are passed over, so
    /// that none counts for the section before.
    package mutating func next() throws(ConfigurationFault) -> ConfigurationLine? {
        while let text = lines.popLast() {
            line += 1
            if text.trimmed.hasPrefix("[") { isSkipping = true }
            switch ConfigurationLine(text) {
            case .nothing: break
            case .section(let name): return .section(name)
            case .assignment(let key, let value): if !isSkipping { return .assignment(key: key, value: value) }
            case nil: throw fault("This is neither [SECTION] nor KEY=VALUE, nor a comment, which begins with # or ;.")
            }
        }
        return nil
    }

    /// Begins a section that is written as `name`. Throws if it is there already.
    package mutating func begin(_ section: Section, _ name: String) throws(ConfigurationFault) {
        if let line = sections[section] { throw fault("[\(name)] is there already, in line \(line).") }
        sections[section] = line
        keys = [:]
        self.section = section
        isSkipping = false
    }

    /// Notes a key of the section. Throws if it is there already.
    package mutating func note(_ key: String) throws(ConfigurationFault) {
        if let line = keys[key] { throw fault("\(key)= is there already, in line \(line).") }
        keys[key] = line
    }

    /// What is wrong with this line.
    package func fault(_ message: String) -> ConfigurationFault { ConfigurationFault(line: line, message: message) }
}

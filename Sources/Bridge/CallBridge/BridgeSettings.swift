// SPDX-License-Identifier: MIT

package import BridgeCore
package import CallContract
package import ConfigurationText
import Glibc
package import SDBus

/// The user's choice of sources and of observed apps: docs/monkeycall-bridge.conf.
package struct BridgeSettings: Hashable, Sendable {
    private enum Section: String, CaseIterable {
        case sources = "Sources"
        case observedApps = "ObservedApps"
    }

    /// The sources that are off.
    package private(set) var off: Set<String> = []
    /// The apps whose microphone streams count as calls.
    package private(set) var observedApps = ObservedAppList.defaults

    /// Every source is on.
    package init() {}

    /// Reads the text of a file. An unknown word is a fault: the user would not notice an ignored misspelling.
    package init(_ text: String, sources: [String]) throws(ConfigurationFault) {
        let names = Section.allCases.map { "[\($0.rawValue)]" }.joined(separator: " or ")
        var apps: [ObservedApp] = []
        var reader = ConfigurationReader<Section>(text)
        while let line = try reader.next() {
            switch line {
            case .nothing: break
            case .section(let name):
                guard let section = Section(rawValue: name) else {
                    throw reader.fault("There is no section [\(name.named)]. Use \(names).")
                }
                try reader.begin(section, name)
            case .assignment(let key, let value):
                switch reader.section {
                case nil: throw reader.fault("\(key.named)= is in no section. Write \(names) before it.")
                case .sources: try readSource(key, value, sources, &reader)
                case .observedApps: apps.append(try Self.readApp(key, value, &reader))
                }
            }
        }
        observedApps = observedApps.merging(apps)
    }

    private mutating func readSource(
        _ key: String, _ value: String, _ sources: [String], _ reader: inout ConfigurationReader<Section>
    ) throws(ConfigurationFault) {
        guard sources.contains(key) else {
            let names = sources.map { $0 + "=" }.joined(separator: ", ")
            throw reader.fault("There is no source \(key.named). Use one of \(names).")
        }
        try reader.note(key)
        switch value {
        case "on": break
        case "off": off.insert(key)
        default: throw reader.fault("\(key)= has a wrong value. Write on or off.")
        }
    }

    private static func readApp(
        _ key: String, _ value: String, _ reader: inout ConfigurationReader<Section>
    ) throws(ConfigurationFault) -> ObservedApp {
        let programs = value.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
        guard let app = ObservedApp(key, programs) else {
            throw reader.fault(
                "\(key)= is no name of an app. Use a Latin letter or digit, and at most \(ObservedApp.nameLimit) "
                    + "characters.")
        }
        // Names that differ only in other characters have one provider.
        try reader.note(app.id)
        return app
    }
}

extension BridgeSettings {
    package func isOn(_ source: SourceName) -> Bool { isOn(source.rawValue) }

    /// Whether the user lets the source of that name register calls.
    func isOn(_ source: String) -> Bool { !off.contains(source) }

    /// Reads a file, which may be missing. If it cannot be used, the log has the message `consequence` and the reason.
    init?(file path: String, sources: [String], log: Log, _ consequence: StaticString) {
        let text: String
        do throws(UnreadableFile) {
            text = try TextFile.read(path, owner: geteuid()) ?? ""
        } catch {
            log(consequence, ["at": path, "message": error.message])
            return nil
        }
        do throws(ConfigurationFault) {
            try self.init(text, sources: sources)
        } catch {
            log(consequence, ["at": "\(path):\(error.line)", "message": error.message])
            return nil
        }
    }

    /// The settings of this process's user. If they cannot be used, every source is on.
    package static func ofUser(log: Log) -> BridgeSettings {
        let names = SourceName.ofUser.map(\.rawValue)
        return UserSettings.path(of: fileName).flatMap { path in
            BridgeSettings(file: path, sources: names, log: log, "the settings cannot be used; every source is on")
        } ?? BridgeSettings()
    }

    /// The name of the user's file.
    package static let fileName = "bridge.conf"
}

extension SourceName {
    /// Those of a user, in the order of the list.
    package static let ofUser: [SourceName] = [
        .gnomeCalls, .pipeWireTelephony, .observedApps, .browsers, .bluetoothHeadsets,
    ]
}

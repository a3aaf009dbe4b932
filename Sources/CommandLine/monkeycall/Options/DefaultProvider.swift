// SPDX-License-Identifier: MIT
import ArgumentParser
import CallInterface
import ConfigurationText

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
        return Failure(status: .output, name: "SettingsFailed", message: file.printable)
    }
}

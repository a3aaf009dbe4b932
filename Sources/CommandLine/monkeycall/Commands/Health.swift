// SPDX-License-Identifier: MIT

import CallClient
import CallHealth
import CallInterface
import CallStories
import ConfigurationText
import Glibc
import SDBus

extension HealthFacts {
    /// How long each program may take to answer, in microseconds. One that hangs must not keep the rest from the user.
    private static let patience: UInt64 = 5_000_000

    /// What the programs of the user tell now. Without a session bus, such as in a shell of `su`, nothing is known of
    /// those on it.
    init(_ service: Service, _ agent: AgentRecord?, _ registry: Registry, _ bus: BusOptions) {
        self.init(service)
        let link = try? DirectoryLink(on: bus.sessionBus, timeout: Self.patience)
        self.agent =
            agent.map { .running(Agent($0.properties)) } ?? (link == nil ? .unknown : Self.absent(.startAgent, bus))
        if let link {
            directory = link.isRunning ? .unknown : Self.absent(.startDirectory, bus)
            if link.isRunning, let properties = try? link.properties(of: DirectoryName.interface) {
                directory = .running(Directory(properties))
            }
        }
        let sources = try? Bridges.allSources(on: bus, timeout: Self.patience)
        bridge =
            sources.map { .running($0.map { Source($0.source) }) }
            ?? (link == nil ? .unknown : Self.absent(.startBridge, bus))
        apps = registry.providersInOrder.filter { $0.identifier != TestCall.provider }.map(\.name)
        telephoneApp = TelephoneAppFiles().found
        let webExtension = Installation.share + "/webext/monkeycall/manifest.json"
        browserExtension = access(webExtension, R_OK) == 0 ? .installed : .notInstalled
    }

    /// A program that does not run. Only the user's systemd knows whether it is installed.
    private static func absent<Facts>(_ cure: HealthCure, _ bus: BusOptions) -> Part<Facts> {
        guard let unit = cure.userUnit else { return .stopped }
        do throws(BusError) {
            let session = try BusConnection(bus.sessionBus, description: "monkeycall")
            _ = try session.call(UserManager.target("GetUnitFileState"), unit, timeout: patience)
            return .stopped
        } catch {
            return UnitFailure(error) == .notInstalled ? .notInstalled : .stopped
        }
    }

    /// Only what the service itself tells, about another user too.
    init(_ service: Service) {
        self.init()
        self.service = .running(service)
    }

    var lines: [HealthLine] { lines { Clock.shortMoment($0) } }
}

/// Lines of the health list on a terminal.
struct HealthText {
    /// The column of the sentences.
    static let column = 16

    let palette: Palette
    /// The columns of the window; nil = no limit.
    let room: Int?

    /// One text of a line: its grade, its sentence, and below it the command that mends it.
    func text(_ line: HealthLine) -> String {
        let heading = (line.grade.heading + ":").padded(to: Self.column)
        // A terminal shows marks of direction as codes.
        let sentence = line.text.unisolated.printable
        // The text is wrapped without its colours.
        let text = (heading + sentence).wrapped(to: room, indent: Self.column)
        let command = line.cure.flatMap(\.command).map {
            "\n" + String(repeating: " ", count: Self.column) + palette.paint($0, .bold)
        }
        return palette.paint(heading, line.grade.colour) + text.dropFirst(heading.count) + (command ?? "")
    }
}

extension HealthLine {
    var json: JSON {
        let members: [(key: String, value: JSON)] = [
            ("Kind", .string(kind.rawValue)), ("Grade", .string(grade.rawValue)), ("Text", .string(text)),
        ]
        return .object(members + (cure.flatMap(\.command).map { [("Command", .string($0))] } ?? []))
    }
}

extension HealthGrade {
    fileprivate var heading: String {
        switch self {
        case .good: "Good"
        case .note: "Note"
        case .problem: "Problem"
        }
    }

    fileprivate var colour: Palette.Colour {
        switch self {
        case .good: .green
        case .note: .cyan
        case .problem: .yellow
        }
    }
}

extension HealthCure {
    /// The command that does it; nil if there is none for every desktop.
    var command: String? {
        switch self {
        case .startService: "sudo systemctl start monkeycalld"
        case .startAgent: "systemctl --user enable --now monkeycall-agent"
        case .startDirectory: "systemctl --user enable --now monkeycall-directory"
        case .startBridge: "systemctl --user enable --now monkeycall-bridge"
        case .endDoNotDisturb: "monkeycall dnd off"
        case .testCall: "monkeycall test-call"
        case .useForTelephoneLinks: "xdg-mime default \(Self.telephoneEntry) x-scheme-handler/tel"
        case .openSoundSettings, .showBrowserExtension: nil
        }
    }

    /// The window, if it is installed.
    private static var telephoneEntry: String {
        let window = PhoneName.bus.text + ".desktop"
        let isInstalled = access(Installation.share + "/applications/" + window, R_OK) == 0
        return isInstalled ? window : "org.monkeycall.Dial.desktop"
    }
}

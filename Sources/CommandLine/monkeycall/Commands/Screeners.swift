// SPDX-License-Identifier: MIT
import ArgumentParser
import CallInterface
import SDBus

struct Screeners: Command {
    static let configuration = CommandConfiguration(
        abstract: "Show the apps that may screen calls, and choose them.",
        discussion: """
            A screener is an app that decides about calls that none of your rules and lists is about: they ring, ring \
            silently or are refused. It learns the numbers of these callers. Screeners are not asked about your \
            contacts. Without an argument the command prints a line for each screener that you have enabled or that \
            has asked for it: its name, and whether it screens calls now.

            With --json an array of objects, with the keys of ListScreeners of org.monkeycall.Directory.Screening.

            EXAMPLES
              monkeycall screeners
              monkeycall screeners enable org.example.Filter
              monkeycall screeners disable org.example.Filter
            """)

    @Argument(help: ArgumentHelp("enable or disable.", valueName: "enable|disable"))
    var choice: Choice?
    @Argument(help: "The name of a screener.", completion: .screeners)
    var screener: String?
    @OptionGroup var bus: BusOptions

    enum Choice: String, ExpressibleByArgument, CaseIterable {
        case enable, disable
    }

    func validate() throws {
        if let choice, screener == nil {
            throw ValidationError("Name a screener: monkeycall screeners \(choice.rawValue) <screener>")
        }
    }

    func perform() throws(Failure) {
        let directory = try DirectoryLink(bus)
        if let choice, let screener {
            try directory.call(.setScreenerEnabled, screener, choice == .enable)
            if bus.json { return try printJSON(directory) }
            return Output.line("\(screener)  \(choice.rawValue)d".printable)
        }
        if bus.json { return try printJSON(directory) }
        let list = try Self.list(directory)
        guard !list.isEmpty else { return Output.line("No app has asked to screen calls.") }
        var table = Table(["SCREENER", "STATE"])
        for screener in list { table.add([Cell(screener.text(.identifier)), Cell(Self.state(screener))]) }
        for line in table.lines(painting: { text, _, padding in text + padding }) { Output.line(line) }
    }

    static func list(_ directory: DirectoryLink) throws(Failure) -> [[String: Variant]] {
        try directory.call(.listScreeners, returning: [[String: Variant]].self)
    }

    private func printJSON(_ directory: DirectoryLink) throws(Failure) {
        Output.line(JSON.array(try Self.list(directory).map { JSON($0) }).text)
    }

    private static func state(_ screener: [String: Variant]) -> String {
        if !screener.flag(.enabled) { return "not enabled" }
        return screener.flag(.registered) ? "screens calls" : "enabled, does not run"
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// sway with swaylock, whose screen is a window of a virtual X server. Its configuration has the key bindings of the
/// documentation. A virtual keyboard presses the keys: an X server cannot pass on `XF86HangupPhone`.
final class SwayLock {
    /// A key whose binding has no effect while the screen is locked: it writes a line into a file.
    static let unlockedKey = "F9"
    /// Lets the programs that sway starts act for the user, for the configuration of the service.
    static let configuration = "[Toolboxes]\nUnits=sway-under-test.scope\n"
    private let group: ControlGroup
    private let home: Home
    private let screen: XScreen
    private let presses: String

    init(on bus: BusDaemon) throws {
        home = try Home(on: bus)
        screen = try XScreen(home)
        try home.installPrograms()
        presses = try home.write("", to: "presses")
        let bindings = try Self.documentedBindings() + ["bindsym \(Self.unlockedKey) exec echo pressed >>\(presses)"]
        group = try ControlGroup("bus-testing-\(getpid()).slice/sway-under-test.scope")
        try home.startSway(bindings.joined(separator: "\n"), in: group)
    }

    private static func documentedBindings() throws -> [String] {
        try ["docs/DESKTOP.md", "docs/PHONE.md"].flatMap { name in
            let text = try String(contentsOf: Repository.file(name), encoding: .utf8)
            return text.matches(of: #/bindsym --locked \S+ exec monkeycall \w+/#).map { String($0.output) }
        }
    }

    /// Locks the screen, and waits until swaylock has painted it.
    func lock() throws {
        try home.start(["swaylock", "--color", Self.lockColour])
        let deadline = Deadline()
        while try screen.colour(at: Point(x: 5, y: 5)) != Self.lockColour {
            guard !deadline.hasPassed else { throw SupportError("swaylock does not lock sway") }
        }
    }

    private static let lockColour = "204060"

    func press(_ key: String) throws { try home.run("wtype", "-k", key) }

    /// How often the unlocked key had an effect.
    var unlockedPresses: Int {
        get throws { try String(contentsOfFile: presses, encoding: .utf8).split(separator: "\n").count }
    }
}

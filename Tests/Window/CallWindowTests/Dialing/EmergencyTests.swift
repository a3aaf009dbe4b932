// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Emergency numbers on the keypad.
@Suite(.serialized)
struct EmergencyTests {
    enum Directory: String, CaseIterable {
        case running, hanging, dead
    }

    @Test(arguments: Directory.allCases)
    func `The keypad dials an emergency number without a question to the directory`(_ directory: Directory) throws {
        let page = try PageWindow(width: 360, configuration: "[Cellular org.example.Modem]\nUser=\(getuid())\n")
        let window = page.window
        let app = try CallingApp(window)
        // The second one is longer than every number that is dialed as it is.
        let modem = try window.desktop.stage.app("Modem", ["EmergencyNumbers": .strings(["112", "0800123456"])])
        try window.open()
        try page.show(.keypad)
        try window.waitForButton("Call")
        switch directory {
        case .running: break
        case .hanging: page.directory.freeze()
        case .dead:
            let start = try BusMonitor(on: window.desktop.bus)
            try page.directory.kill()
            // The page asks for another one, which is no question about a number.
            try start.wait(forCall: "Ping")
        }
        defer { page.directory.thaw() }
        let monitor = try BusMonitor(on: window.desktop.bus)
        for key in ["1", "1", "2"] { try window.press(key) }
        try expectDialed("112", window, modem, monitor)
        // The modem does not answer, and the next emergency call does not wait for that.
        try window.waitFor("Calling…")
        try window.screen.type("Escape")
        try page.write("0800123456", into: "Name or number")
        try expectDialed("0800123456", window, modem, monitor)
        try dial(modem)
        try window.waitFor("Emergency call")
        try window.screen.keepPicture("emergency-\(directory)")
        withExtendedLifetime(app) {}
    }

    /// Presses the call button: the modem is asked, and the window has asked the directory nothing.
    private func expectDialed(
        _ number: String, _ window: PhoneWindow, _ modem: Provider, _ monitor: BusMonitor
    ) throws {
        try window.press("Call")
        let request = try modem.actor.client.waitForSignal("StartCallRequested")
        #expect(request.arguments[1] == .tuple("phone-number", .string(number)))
        try monitor.wait(for: "the request for \(number)") {
            $0.member == "RequestStartCall" && $0.arguments.contains(request.arguments[1])
        }
        let questions = monitor.messages.filter {
            $0.kind == .methodCall
                && ($0.interface?.hasPrefix(DirectoryOfUser.name) == true || $0.destination == DirectoryOfUser.name
                    || $0.arguments.first == .string(DirectoryOfUser.name))
        }
        #expect(questions.isEmpty, "\(questions.map { $0.member })")
    }

    /// The modem does what it was asked.
    private func dial(_ modem: Provider) throws {
        try modem.actor.request([modem.start("A", ["Handle": .tuple("phone-number", "0800123456")])])
        try modem.fulfill(after: "PerformStartCallAction")
        try modem.reportConnecting("A")
    }
}

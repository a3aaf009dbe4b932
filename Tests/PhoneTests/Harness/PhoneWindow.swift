// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The real window on a virtual screen, with the real service on a private bus. Tests of all pages use it.
final class PhoneWindow {
    let desktop: Desktop
    let screen: PhoneScreen
    private(set) var process: ChildProcess?
    private let width: Int

    /// The widths of a phone and of a desktop.
    static let widths = [360, 900]

    /// Opens nothing yet: see ``open(_:)``.
    init(width: Int = 900, keepsState: Bool = false) throws {
        desktop = try Desktop(keepsState: keepsState)
        screen = try PhoneScreen(on: desktop.bus)
        self.width = width
    }

    /// Starts the program, and waits for its window. The window gets the width of the test.
    func open(_ arguments: String...) throws {
        process = try start(arguments)
        _ = try wait("the window") { try self.widgets().first { $0.role == .pageTab || $0.isButton } }
        try screen.home.run(
            "xdotool", "search", "--sync", "--onlyvisible", "--class", "monkeycall-phone", "windowfocus", "windowsize",
            "\(width)", "720")
    }

    /// Starts the program once more, and returns its process.
    func start(_ arguments: [String]) throws -> ChildProcess {
        try screen.home.start(
            [try Product.path("monkeycall-phone"), "--call-bus", desktop.bus.address] + arguments)
    }

    /// Kills the program, as a crash would.
    func kill() throws {
        try process?.kill9()
        process = nil
        let deadline = Deadline()
        while try !self.programs(at: screen.accessibility).isEmpty {
            guard !deadline.hasPassed else { throw SupportError("the killed window is still on the accessibility bus") }
        }
    }

    private func programs(at bus: AccessibilityBus) throws -> [AccessibilityBus.Node] {
        try bus.programs().filter { (try? bus.label(of: $0)) == "monkeycall-phone" }
    }

    // MARK: Reading

    /// All visible widgets with a name or a use, in the order of the screen reader.
    func widgets() throws -> [Widget] {
        var widgets: [Widget] = []
        for program in try programs(at: screen.accessibility) { collect(program, &widgets) }
        return widgets
    }

    private func collect(_ node: AccessibilityBus.Node, _ widgets: inout [Widget]) {
        let bus = screen.accessibility
        // Objects come and go during the read.
        guard let number = try? bus.role(of: node), let children = try? bus.children(of: node) else { return }
        if let role = Widget.Role(rawValue: number), let area = try? bus.extents(of: node, inWindow: true),
            area.count == 4,
            area[2] > 0, area[3] > 0, let name = try? bus.label(of: node), let states = try? bus.states(of: node)
        {
            widgets.append(
                Widget(node: node, role: role, name: name.withoutIsolation, states: states, area: area))
        }
        for child in children { collect(child, &widgets) }
    }

    /// Waits until `find` finds something.
    func wait<T>(_ what: String, _ find: () throws -> T?) throws -> T {
        let deadline = Deadline()
        while !deadline.hasPassed {
            if let found = try find() { return found }
        }
        try? screen.keepPicture("failure")
        let seen = try widgets().map { "\($0.role): \($0.name)" }
        throw SupportError("\(what) is not to be seen, but \(seen); \(process?.text(of: .error) ?? "")")
    }

    /// Waits until a text that contains this one is visible.
    @discardableResult
    func waitFor(_ text: String) throws -> Widget {
        try wait("\"\(text)\"") { try widgets().first { $0.name.contains(text) } }
    }

    /// Waits until a button with that name is visible, and can be pressed.
    @discardableResult
    func waitForButton(_ name: String) throws -> Widget {
        try wait("the button \"\(name)\"") {
            try widgets().first { $0.isButton && $0.isCalled(name) && $0.isSensitive }
        }
    }

    func waitUntilGone(_ text: String) throws {
        _ = try wait("the end of \"\(text)\"") {
            try widgets().contains { $0.name.contains(text) } ? nil : true
        }
    }

    /// Why a control is not possible, as a screen reader says it.
    func explanation(of name: String) throws -> String {
        let widget = try wait("the control \"\(name)\"") { try widgets().first { $0.isButton && $0.isCalled(name) } }
        return try screen.accessibility.description(of: widget.node)
    }

    /// Whether something with that text is visible now.
    func shows(_ text: String) throws -> Bool { try widgets().contains { $0.name.contains(text) } }

    // MARK: Acting

    /// Waits for a button and presses it, as a screen reader does.
    func press(_ name: String) throws { try screen.accessibility.act(on: try waitForButton(name).node) }

    /// Waits for a button, and clicks in its middle with the mouse.
    func click(_ name: String) throws { try click(on: try waitForButton(name)) }

    /// Clicks in the middle of a widget with the mouse.
    func click(on widget: Widget) throws {
        try point(at: widget)
        try screen.home.run("xdotool", "click", "1")
    }

    /// Moves the mouse to the middle of a widget.
    func point(at widget: Widget) throws {
        let area = widget.area
        let place = try screen.home.run(
            "xdotool", "search", "--onlyvisible", "--class", "monkeycall-phone", "getwindowgeometry", "--shell")
        func number(_ key: String) -> Int {
            place.split(separator: "\n").last { $0.hasPrefix(key + "=") }.flatMap { Int($0.dropFirst(key.count + 1)) }
                ?? 0
        }
        // The places of GTK leave out the edge of the window, which is 5 pixels wide here.
        let (x, y) = (number("X") + 5 + area[0] + area[2] / 2, number("Y") + 5 + area[1] + area[3] / 2)
        try screen.home.run("xdotool", "mousemove", "\(x)", "\(y)")
    }

    /// Fails for a control without a name: a screen reader could not tell what it does.
    func checkNames(_ location: SourceLocation = #_sourceLocation) throws {
        let nameless = try widgets().filter { $0.isControl && $0.name.isEmpty }
        #expect(nameless.isEmpty, "\(nameless)", sourceLocation: location)
    }
}

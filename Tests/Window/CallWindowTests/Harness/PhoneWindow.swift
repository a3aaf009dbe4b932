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
    /// When the buttons were last pressed.
    private var presses: [AccessibilityBus.Node: Date] = [:]

    /// The widths of a phone and of a desktop.
    static let widths = [360, 900]

    /// Opens nothing yet: see ``open(_:)``. `isFirstStart`: the user has never opened the window.
    init(
        width: Int = 900, on kind: PhoneScreen.Kind = .xvfb, configuration: String? = nil, keepsState: Bool = false,
        isFirstStart: Bool = false
    ) throws {
        desktop = try Desktop(configuration: configuration, keepsState: keepsState)
        screen = try PhoneScreen(on: desktop.bus, kind, width: width)
        self.width = width
        if !isFirstStart { try endFirstStart() }
    }

    /// What the window keeps when the user goes past the first start.
    private func endFirstStart() throws {
        let folder = screen.home.path(of: "state/monkeycall")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: folder + "/window-opened"))
    }

    /// Starts the program, and waits for its window. The window gets the width of the test.
    func open(_ arguments: String...) throws { try open(arguments) }

    func open(_ arguments: [String]) throws {
        process = try start(arguments)
        _ = try wait("the window") { try self.widgets().first { $0.role == .pageTab || $0.isButton } }
        try screen.arrangeWindow(width: width)
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
        while try !programs().isEmpty {
            guard !deadline.hasPassed else { throw SupportError("the killed window is still on the accessibility bus") }
        }
    }

    /// The window's program on the accessibility bus.
    func programs() throws -> [AccessibilityBus.Node] {
        let bus = screen.accessibility
        return try bus.programs().filter { (try? bus.label(of: $0)) == "monkeycall-phone" }
    }

    // MARK: Reading

    /// All visible widgets with a name or a use, in the order of the screen reader.
    func widgets() throws -> [Widget] {
        var widgets: [Widget] = []
        for program in try programs() { collect(program, &widgets) }
        return widgets
    }

    private func collect(_ node: AccessibilityBus.Node, _ widgets: inout [Widget]) {
        let bus = screen.accessibility
        // The tree of GTK 4.18 has the list of a choice in two places.
        guard !widgets.contains(where: { $0.node == node }) else { return }
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

    /// Waits until a button with that name is visible, and can be pressed. GTK's buttons of menus consist of two, of
    /// which the inner one takes the focus.
    @discardableResult
    func waitForButton(_ name: String) throws -> Widget {
        try wait("the button \"\(name)\"") {
            try widgets().first { $0.isButton && $0.isCalled(name) && $0.isSensitive && $0.isFocusable }
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
    func press(_ name: String) throws {
        let node = try waitForButton(name).node
        // While GTK shows a press, it ignores the next one of the same button.
        if let last = presses[node] { Thread.sleep(until: last.addingTimeInterval(0.3)) }
        try screen.accessibility.act(on: node)
        presses[node] = Date()
    }

    /// Moves the keyboard focus to the search of the page by its key.
    func focusSearch() throws {
        try screen.type("ctrl+f")
        _ = try wait("the focus on the search") {
            try widgets().first { $0.isControl && !$0.isButton && $0.isFocused }
        }
    }

    /// Waits for a button, and clicks in its middle with the mouse.
    func click(_ name: String) throws { try click(on: try waitForRest { try waitForButton(name) }) }

    /// Waits until a widget has the same place twice in a row: a click must not go to where it was a moment ago.
    func waitForRest(of find: () throws -> Widget) throws -> Widget {
        var last: [Int] = []
        return try wait("a widget at rest") {
            let widget = try find()
            defer { last = widget.area }
            return widget.area == last ? widget : nil
        }
    }

    /// Clicks in the middle of a widget with the mouse.
    func click(on widget: Widget) throws {
        try point(at: widget)
        try screen.click()
    }

    /// Moves the mouse to the middle of a widget.
    func point(at widget: Widget) throws {
        let area = widget.area
        try screen.moveMouse(toX: area[0] + area[2] / 2, y: area[1] + area[3] / 2)
    }

    /// Fails for a text that fits no screen, or that turns the direction of what is around it.
    func expectPlainTexts(_ location: SourceLocation = #_sourceLocation) throws {
        let texts = try widgets().map(\.name)
        #expect(texts.allSatisfy { $0.unicodeScalars.count < 1_000 }, sourceLocation: location)
        #expect(!texts.contains { $0.unicodeScalars.contains("\u{202E}") }, sourceLocation: location)
    }

    /// Fails for a control without a name, because a screen reader could not tell what it does, and for a mistake in
    /// the use of GTK.
    func checkWidgets(_ location: SourceLocation = #_sourceLocation) throws {
        // A row that is made anew during a read may be without a name in that read.
        let suspects = Set(try widgets().filter { $0.isControl && $0.name.isEmpty }.map(\.node))
        let nameless =
            suspects.isEmpty
            ? [] : try widgets().filter { $0.isControl && $0.name.isEmpty && suspects.contains($0.node) }
        #expect(nameless.isEmpty, "\(nameless)", sourceLocation: location)
        let log = process?.text(of: .error) ?? ""
        #expect(!log.contains("CRITICAL"), "\(log)", sourceLocation: location)
    }
}

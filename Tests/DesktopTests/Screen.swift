// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// A screen that nobody sees, with a notification server on it, and what a person would do there.
protocol Screen: AnyObject {
    /// The texts of notifications, from left to right and from top to bottom.
    func read() throws -> [Element]
    func moveMouse(to point: Point) throws
    func click() throws
    /// Writes the screen as a PNG.
    func takePicture(to file: URL) throws
    /// Whether something is painted there.
    func isPainted(_ element: Element) throws -> Bool
}

struct Point {
    var x: Int
    var y: Int
}

/// A text or a button.
struct Element: Codable {
    var text: String
    var isButton: Bool
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    var centre: Point { Point(x: x + width / 2, y: y + height / 2) }
}

extension Screen {
    /// Waits until such a text can be seen, and returns it.
    @discardableResult
    func waitFor(_ text: String) throws -> Element {
        try waitFor(text) { elements in elements.first { !$0.isButton && $0.text.contains(text) } }
    }

    /// Waits until such a button can be seen, and returns it.
    @discardableResult
    func waitForButton(_ label: String) throws -> Element {
        try waitFor(label) { elements in elements.first { $0.isButton && $0.text == label } }
    }

    private func waitFor(_ what: String, _ find: ([Element]) -> Element?) throws -> Element {
        let deadline = Deadline()
        while !deadline.hasPassed {
            if let found = find(try read()), try isPainted(found) { return found }
        }
        throw SupportError("\"\(what)\" is not to be seen, but \(try read().map(\.text))")
    }

    /// Waits until there is no such text or button.
    func waitUntilGone(_ text: String) throws {
        let deadline = Deadline()
        while try read().contains(where: { $0.text.contains(text) }) {
            guard !deadline.hasPassed else { throw SupportError("\"\(text)\" does not go") }
        }
    }

    /// The labels of all buttons, as they are read.
    func buttons() throws -> [String] { try read().filter(\.isButton).map(\.text) }

    /// Presses a button as soon as it is there.
    func press(_ label: String) throws {
        try moveMouse(to: try waitForButton(label).centre)
        try click()
    }

    /// Points at a text. Some desktops show the buttons of a notification that is not urgent only then.
    func pointAt(_ text: String) throws {
        let place = try waitFor(text)
        // Move from elsewhere: a notification that appears under the mouse does not notice it.
        try moveMouse(to: Point(x: 512, y: 512))
        try moveMouse(to: place.centre)
    }

    /// Keeps a picture in the folder `PICTURES` or in `.build/pictures`.
    func keepPicture(_ name: String) throws {
        let wanted = ProcessInfo.processInfo.environment["PICTURES"]
        let folder = wanted.map(URL.init(fileURLWithPath:)) ?? Repository.root.appendingPathComponent(".build/pictures")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try takePicture(to: folder.appendingPathComponent(name + ".png"))
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// A virtual screen with a notification server, and the actions of a person there.
protocol Screen: AnyObject {
    /// The texts and buttons of notifications, from top to bottom and from left to right.
    func read() throws -> [Element]
    func moveMouse(to point: Point) throws
    func click() throws
    /// Writes the screen as a PNG.
    func takePicture(to file: URL) throws
    /// Whether the screen shows something at the place of the element.
    func isPainted(_ element: Element) throws -> Bool
}

struct Point: Equatable {
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
    /// Waits until such a text is visible, and returns it.
    @discardableResult
    func waitFor(_ text: String) throws -> Element {
        try waitFor(text) { elements in elements.first { !$0.isButton && $0.text.contains(text) } }
    }

    /// Waits until such a button is visible, and returns it.
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

    /// Waits until no such text or button is visible.
    func waitUntilGone(_ text: String) throws {
        let deadline = Deadline()
        while try read().contains(where: { $0.text.contains(text) }) {
            guard !deadline.hasPassed else { throw SupportError("\"\(text)\" does not go") }
        }
    }

    /// The labels of all visible buttons, in the order of ``read()``.
    func buttons() throws -> [String] { try read().filter(\.isButton).map(\.text) }

    /// Waits for a button and presses it.
    func press(_ label: String) throws {
        var place = try waitForButton(label).centre
        try pointFromBeside(place)
        // What appears above it may have moved it meanwhile.
        while case let now = try waitForButton(label).centre, now != place {
            place = now
            try pointFromBeside(place)
        }
        try click()
    }

    /// A button that appears under a mouse that stands still does not notice it.
    private func pointFromBeside(_ place: Point) throws {
        try moveMouse(to: Point(x: place.x - 1, y: place.y))
        try moveMouse(to: place)
    }

    /// Moves the mouse to a text. Some desktops show the buttons of a notification that is not urgent only then.
    func pointAt(_ text: String) throws {
        let place = try waitFor(text)
        // First move elsewhere: a notification that appears under the mouse does not notice the mouse.
        try moveMouse(to: Point(x: 512, y: 512))
        try moveMouse(to: place.centre)
    }

    /// Keeps a picture in the folder `PICTURES` or in `.build/pictures`.
    func keepPicture(_ name: String) throws {
        try takePicture(to: pictureFile(name))
    }
}

/// The file of a picture that stays after the test.
func pictureFile(_ name: String) throws -> URL {
    let wanted = ProcessInfo.processInfo.environment["PICTURES"]
    let folder = wanted.map(URL.init(fileURLWithPath:)) ?? Repository.root.appendingPathComponent(".build/pictures")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.appendingPathComponent(name + ".png")
}

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// A virtual X server. xdotool moves its mouse.
final class XScreen {
    let home: Home

    init(_ home: Home) throws {
        self.home = home
        let server = try home.start(["Xvfb", "-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp"])
        home.set("DISPLAY", ":" + (try server.waitForLine()))
    }

    func moveMouse(to point: Point) throws { try home.run("xdotool", "mousemove", "\(point.x)", "\(point.y)") }

    func click() throws { try home.run("xdotool", "click", "1") }

    /// Presses the Return key in the program's window, again and again, until something has happened.
    func pressReturn(in program: String, until hasHappened: () throws -> Bool) throws {
        let deadline = Deadline()
        while try !hasHappened() {
            guard !deadline.hasPassed else { throw SupportError("the Return key has no effect in \(program)") }
            // It fails while there is no window.
            _ = try? home.run(
                "xdotool", "search", "--onlyvisible", "--class", program, "windowfocus", "--sync", "key", "Return")
        }
    }

    func takePicture(to file: URL) throws { try home.run("import", "-window", "root", file.path) }

    /// The colour of a pixel, as six hexadecimal digits.
    func colour(at point: Point) throws -> String {
        try home.run(
            "import", "-window", "root", "-crop", "1x1+\(point.x)+\(point.y)", "-depth", "8", "-format",
            "%[hex:p{0,0}]", "info:")
    }

    /// True if there is more than one colour.
    func isPainted(_ element: Element) throws -> Bool {
        let area = "\(element.width)x\(element.height)+\(element.x)+\(element.y)"
        let colours = try home.run("import", "-window", "root", "-crop", area, "-format", "%k", "info:")
        return Int(colours.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 > 1
    }
}

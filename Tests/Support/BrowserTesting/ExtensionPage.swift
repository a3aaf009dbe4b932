// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The options of the extension in a browser, and the hands of the user on them.
package protocol ExtensionPage {
    /// Loads the page, in place of the one that was there.
    func load() throws

    /// Runs the body of an async function in the page, and returns its result as JSON.
    @discardableResult
    func run(_ script: String) throws -> String

    /// Clicks on the element with this CSS selector.
    func click(_ selector: String) throws

    /// Writes a text into the field with this CSS selector.
    func type(_ text: String, into selector: String) throws

    /// Ends the worker of the extension, as the browser does when it thinks that the worker has nothing to do.
    func stopWorker() throws
}

extension ExtensionPage {
    /// Waits until a condition of the page, which may be a promise, is true.
    package func wait(until condition: String) throws {
        try run("while (!(\(condition))) await new Promise((done) => setTimeout(done, 10)); return true;")
    }

    /// Clicks on an element as soon as it is there.
    package func clickWhenShown(_ selector: String) throws {
        try wait(until: "document.querySelector('\(selector)')")
        try click(selector)
    }
}

/// Bytes from a browser under remote control.
struct BrowserInput {
    private let descriptor: Descriptor
    private var bytes: [UInt8] = []

    init(_ descriptor: Descriptor) { self.descriptor = descriptor }

    /// The bytes before the next separator.
    mutating func next(before separator: UInt8) throws -> [UInt8] {
        while true {
            if let end = bytes.firstIndex(of: separator) { return take(end, andMore: 1) }
            try read()
        }
    }

    mutating func next(_ count: Int) throws -> [UInt8] {
        while bytes.count < count { try read() }
        return take(count, andMore: 0)
    }

    private mutating func take(_ count: Int, andMore rest: Int) -> [UInt8] {
        defer { bytes.removeFirst(count + rest) }
        return Array(bytes[..<count])
    }

    private mutating func read() throws {
        guard descriptor.waitReadable(until: Deadline()) else { throw SupportError("the browser does not answer") }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = Foundation.read(descriptor.number, &chunk, chunk.count)
        guard count > 0 else { throw SupportError("the browser has closed its remote control") }
        bytes += chunk[..<count]
    }
}

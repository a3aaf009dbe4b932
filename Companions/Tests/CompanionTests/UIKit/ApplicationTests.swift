// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A program with `@main` on its delegate.
@Suite struct ApplicationTests {
    @Test("An app runs its main run loop and its main queue on the main thread until SIGTERM", .timeLimit(.minutes(1)))
    func life() throws {
        let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(5)
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(
            fileURLWithPath: NSString.path(withComponents: Array(root)) + "/.build/companions/debug/CompanionApp")
        process.standardOutput = output
        try process.run()
        var text = ""
        while !text.contains("running") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { break }
            text += String(decoding: data, as: UTF8.self)
        }
        process.terminate()
        text += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(text == "launched true true\nactive\nrunning true\nterminates\n")
        #expect(process.terminationStatus == 0 && process.terminationReason == .exit)
    }
}

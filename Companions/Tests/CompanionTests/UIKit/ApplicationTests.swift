// SPDX-License-Identifier: MIT

import BusTesting
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

    @Test func `An app in the background becomes active when the desktop opens a URL with it`() throws {
        let folder = try TemporaryDirectory()
        let name = "org.example.CompanionApp"
        let program = folder.url.appendingPathComponent(name).path
        #expect(try ChildProcess.run(["cp", Product.path("CompanionApp"), program]).succeeded)
        let app = try PrivateBus.start([program, "--background"], owning: name)
        let client = try BusClient(address: PrivateBus.address())
        try client.call(
            name, "/org/example/CompanionApp", "org.freedesktop.Application", "Open",
            [.strings(["tel:+4930123456", "sip:ada@example.org"]), [:]])
        _ = try app.waitForLine { $0 == "opens sip:ada@example.org" }
        app.terminate()
        #expect(try app.waitForExit() == .exited(0))
        let lines = app.text().split(separator: "\n").filter { $0 != "running true" }
        #expect(
            lines == [
                "launched true true", "active", "opens tel:+4930123456", "opens sip:ada@example.org", "terminates",
            ])
    }
}

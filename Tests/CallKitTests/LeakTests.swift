// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The memory and the objects that calls leave behind in a long-running app: `CallKitSoak`, with a daemon of its own.
@Suite(.daemonLogs)
struct LeakTests {
    let stage: Stage
    let app: ChildProcess

    init() throws {
        stage = try Stage()
        app = try ChildProcess([Product.path("CallKitSoak")], environment: ["MONKEYCALL_BUS": stage.bus.address])
        _ = try app.waitForLine { $0 == "begun" }
    }

    /// The app answers `done`, or `left` and the objects that it has not released.
    private func order(_ line: String) throws {
        try app.writeLine(line)
        #expect(try app.waitForLine { $0 == "done" || $0.hasPrefix("left") } == "done")
    }

    /// In small orders, because a call takes long on a busy machine, and with a sanitizer.
    private func makeCalls(_ count: Int) throws {
        for _ in 0..<count / 20 { try order("calls 20") }
    }

    private func end() throws {
        app.closeInput()
        #expect(try app.waitForExit() == .exited(0), "\(app.text(of: .error))")
    }

    /// The number of calls. `make leaks` and the sanitizers' runs set it.
    private static let calls = ProcessInfo.processInfo.environment["SOAK_CALLS"].flatMap { Int($0) } ?? 1000

    @Test func `Thousands of calls leave nothing behind`() throws {
        try makeCalls(Self.calls / 5)
        let young = try ProcessUsage(of: app.processID)
        try makeCalls(Self.calls * 4 / 5)
        let old = try ProcessUsage(of: app.processID)
        #expect(old.descriptors == young.descriptors)
        // A sanitizer keeps freed memory.
        #if !SANITIZED
            #expect(old.anonymousKiB < young.anonymousKiB + 512, "\(young.anonymousKiB) KiB at first")
        #endif
        // The app reports its existing calls to the next daemon. There must be none.
        try stage.restart()
        _ = try app.waitForLine { $0 == "begun" }
        #expect(try stage.daemon.client().manager.call("ListCalls").first?.elements?.isEmpty == true)
        try end()
    }

    @Test func `Released providers and observers are gone`() throws {
        try order("providers 50")
        try order("observers 50")
        let providers = try stage.daemon.client().manager.call("ListProviders").first?.elements
        #expect(providers?.count == 1, "\(String(describing: providers))")
        try end()
    }
}

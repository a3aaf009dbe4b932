// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The memory and the objects that calls leave behind in a long-running app: `CallKitSoak`, with a daemon of its own.
@Suite(.daemonLogs)
struct LeakTests {
    /// What the app makes its calls with.
    enum Framework: CaseIterable {
        case callKit, liveCommunicationKit

        fileprivate var arguments: [String] { self == .callKit ? [] : ["conversations"] }
    }

    private let stage: Stage

    init() throws { stage = try Stage() }

    private func start(_ framework: Framework) throws -> SoakingApp {
        let app = try ChildProcess(
            [Product.path("CallKitSoak")] + framework.arguments, environment: ["MONKEYCALL_BUS": stage.bus.address])
        _ = try app.waitForLine { $0 == "begun" }
        return SoakingApp(process: app)
    }

    /// The number of calls. `make leaks` and the sanitizers' runs set it.
    private static let calls = ProcessInfo.processInfo.environment["SOAK_CALLS"].flatMap { Int($0) } ?? 1000

    @Test(arguments: Framework.allCases) func `Thousands of calls leave nothing behind`(framework: Framework) throws {
        let app = try start(framework)
        try app.makeCalls(Self.calls / 5)
        let young = try ProcessUsage(of: app.process.processID)
        try app.makeCalls(Self.calls * 4 / 5)
        let old = try ProcessUsage(of: app.process.processID)
        #expect(old.descriptors == young.descriptors)
        // A sanitizer keeps freed memory.
        #if !SANITIZED
            #expect(old.anonymousKiB < young.anonymousKiB + 512, "\(young.anonymousKiB) KiB at first")
        #endif
        // The app reports its existing calls to the next daemon. There must be none.
        try stage.restart()
        _ = try app.process.waitForLine { $0 == "begun" }
        #expect(try stage.daemon.client().manager.call("ListCalls").first?.elements?.isEmpty == true)
        try app.end()
    }

    @Test(arguments: Framework.allCases) func `Released providers and observers are gone`(framework: Framework) throws {
        let app = try start(framework)
        try app.order("providers 50")
        if framework == .callKit { try app.order("observers 50") }
        let providers = try stage.daemon.client().manager.call("ListProviders").first?.elements
        #expect(providers?.count == 1, "\(String(describing: providers))")
        try app.end()
    }
}

/// The process of an app that obeys orders.
private struct SoakingApp {
    let process: ChildProcess

    /// The app answers `done`, or `left` and the objects that it has not released.
    func order(_ line: String) throws {
        try process.writeLine(line)
        #expect(try process.waitForLine { $0 == "done" || $0.hasPrefix("left") } == "done")
    }

    /// In small orders, because a call takes long on a busy machine, and with a sanitizer.
    func makeCalls(_ count: Int) throws {
        for _ in 0..<count / 20 { try order("calls 20") }
    }

    func end() throws {
        process.closeInput()
        #expect(try process.waitForExit() == .exited(0), "\(process.text(of: .error))")
    }
}

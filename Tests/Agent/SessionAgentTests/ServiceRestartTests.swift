// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The service is restarted while a call rings or goes on.
struct ServiceRestartTests {
    let desktop: Desktop
    let agent: ChildProcess
    let app: App
    let monitor: BusMonitor

    init() throws {
        desktop = try Desktop(keepsState: true)
        monitor = try BusMonitor(on: desktop.bus)
        try desktop.startAgent(["--describe"])
        agent = try #require(desktop.agent)
        app = try desktop.app()
        try app.type("incoming ada Ada")
        _ = try agent.waitForLine { $0.hasPrefix("rings: ") }
    }

    /// Returns when the agent has asked each service for all calls.
    private func waitForLoads(_ count: Int) throws {
        try monitor.wait(forCalls: "GetManagedObjects", count, from: agent)
    }

    @Test(arguments: [false, true])
    func `The desktop stays as it is when the service comes back with its state`(isAnswered: Bool) throws {
        if isAnswered {
            try app.type("answer")
            _ = try agent.waitForLine { $0.hasPrefix("ducks: ") }
        }
        try waitForLoads(1)
        let before = agent.text()
        for number in 2...3 {
            try desktop.stage.restart()
            try waitForLoads(number)
        }
        try app.type("remote-end")
        _ = try agent.waitForLine { $0.hasPrefix("lets sleep") || $0.hasPrefix("may sleep") || $0.contains("sleep") }
        let news = agent.text().dropFirst(before.count).split(separator: "\n")
        let begins = ["shows: Incoming", "shows: Call", "rings: ", "pauses: ", "ducks: ", "stays awake"]
        #expect(!news.contains { line in begins.contains { line.hasPrefix($0) } }, "\(news)")
        #expect(monitor.count(of: "RegisterShell", from: agent) == 1)
    }

    @Test func `The agent registers with a service that has lost its state`() throws {
        try desktop.stage.crash()
        try desktop.stage.dropState()
        try desktop.stage.startService()
        try monitor.wait(forCalls: "RegisterShell", 2, from: agent)
        // The app has reported its call to the new service.
        _ = try agent.waitForLine { $0.hasPrefix("shows: Incoming") }
        try app.type("remote-end")
        _ = try agent.waitForLine { $0.hasPrefix("shows: Missed") }
    }
}

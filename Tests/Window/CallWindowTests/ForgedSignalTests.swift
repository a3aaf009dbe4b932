// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The agent, as the window follows it. Every connection of the session can send the window its signals, and can tell
/// that its name has another owner. A stand-in for the agent tells of properties that have changed, without their
/// values, so the window asks for them.
@Suite(.serialized)
struct ForgedSignalTests {
    enum Follower: CaseIterable {
        case window, lockScreen

        var files: [String] {
            switch self {
            case .window: ["CallWindow/Followers/CallsFollower.swift"]
            case .lockScreen: ["CallWindow/OverlayApplication.swift"]
            }
        }
    }

    private static let name = "org.monkeycall.Agent"
    private static let path = "/org/monkeycall/Agent"

    private let window: PhoneWindow
    private let agent: BusClient

    init() throws {
        window = try PhoneWindow()
        agent = try BusClient(address: window.desktop.bus.address)
        try agent.requestName(Self.name)
    }

    @Test func `Each file of the window that follows another program has a row`() throws {
        let followed = try Followers.files(of: .window)
        #expect(Set(Follower.allCases.flatMap(\.files)) == followed, "add a row with a forged signal for each file")
    }

    @Test(arguments: Follower.allCases)
    func `A signal of the agent counts for the window only if the agent has sent it`(_ follower: Follower) throws {
        switch follower {
        case .window: try forgeForWindow()
        case .lockScreen: try forgeForLockScreen()
        }
    }

    @Test(arguments: Follower.allCases)
    func `The window reads the agent again when the agent has left out signals`(_ follower: Follower) throws {
        let (options, interface): ([String], String) =
            switch follower {
            case .window: ([], Self.name)
            case .lockScreen: (["--lock-screen"], Self.name + ".Calls")
            }
        func read() throws {
            if follower == .lockScreen { try answer("Subscribe") }
            try answer("GetAll", .options([:]))
        }
        let process = try window.start(options)
        try read()
        let forger = try Forger(of: Self.name, to: process, on: window.desktop.bus)
        try forger.tell(ForgedSignal(Self.path, interface, "SubscriptionEnded"), by: agent)
        try read()
    }

    private func answer(_ member: String, _ arguments: DBusValue...) throws {
        try agent.reply(to: agent.waitForCall(member), arguments)
    }

    private func forgeForWindow() throws {
        try window.open()
        try answer("GetAll", .options([:]))
        let change = ForgedSignal.change(Self.path, Self.name, [:], invalidating: ["DoNotDisturb"])
        let forger = try Forger(of: Self.name, to: window.process, on: window.desktop.bus)
        try forger.forge(change)
        #expect(try !agent.hasCalls(of: "Get"))
        try forger.tell(change, by: agent)
        try answer("Get", .variant(true))
    }

    /// What shows calls above a lock screen needs one for its window only.
    private func forgeForLockScreen() throws {
        let process = try window.start(["--lock-screen"])
        try answer("Subscribe")
        try answer("GetAll", .options([:]))
        let change = ForgedSignal.change(Self.path, Self.name + ".Calls", [:], invalidating: ["Calls"])
        let forger = try Forger(of: Self.name, to: process, on: window.desktop.bus)
        try forger.forge(change)
        #expect(try !agent.hasCalls(of: "Get"))
        try forger.tell(change, by: agent)
        try answer("Get", .variant(.dictionaries([])))
    }
}

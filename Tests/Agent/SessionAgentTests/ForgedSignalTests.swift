// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The neighbours of the agent, a row for each. Every connection of the session can send the agent their signals, and
/// can tell that a name has another owner, so the agent must not believe either. Then the neighbour tells the same, to
/// show that it would have an effect.
struct ForgedSignalTests {
    enum Neighbour: CaseIterable {
        case service, directory
        case notificationServer, notificationPortal, settingsNotice, doNotDisturb
        case screenSaver, screenSaverOfGnome, logind, settingsOfGnome
        case mediaPlayer, busyPlayer, feedback, shortcuts
        case window, telephone

        /// Those of the agent that follow it.
        var files: [String] {
            switch self {
            case .service: ["CallClient/CallClient.swift"]
            case .directory: ["CallClient/DirectoryClient.swift"]
            case .notificationServer: ["SessionAgent/Notifications/FreedesktopNotifications.swift"]
            case .notificationPortal: ["SessionAgent/Notifications/PortalNotifications.swift"]
            case .settingsNotice: ["SessionAgent/Notifications/Notice.swift"]
            case .doNotDisturb: ["SessionAgent/Session/ServerSwitch.swift"]
            case .screenSaver, .screenSaverOfGnome, .logind: ["SessionAgent/Session/LockMonitor.swift"]
            case .settingsOfGnome: ["SessionAgent/Session/GnomeSetting.swift"]
            case .mediaPlayer: ["SessionAgent/MediaKeys.swift"]
            case .busyPlayer: ["SessionAgent/MediaPlayers.swift"]
            case .feedback: ["SessionAgent/Ringtone/Ringer.swift"]
            case .shortcuts: ["SessionAgent/Shortcuts/DesktopShortcuts.swift"]
            case .window: ["SessionAgent/CallWindow.swift"]
            case .telephone: ["SessionAgent/Interfaces/FreeName.swift"]
            }
        }
    }

    let desktop: Desktop
    let client: BusClient

    init() throws {
        desktop = try Desktop()
        client = try BusClient(address: desktop.bus.address)
    }

    @Test func `Each file of the agent that follows another program has a row`() throws {
        let followed = try Followers.files(of: .agent)
        #expect(Set(Neighbour.allCases.flatMap(\.files)) == followed, "add a row with a forged signal for each file")
    }

    @Test(arguments: Neighbour.allCases)
    func `A signal of a neighbour of the agent counts only if the neighbour has sent it`(_ neighbour: Neighbour) throws
    {
        switch neighbour {
        case .service: try forgeService()
        case .directory: try forgeDirectory()
        case .notificationServer: try forgeNotificationServer()
        case .notificationPortal: try forgeNotificationPortal()
        case .settingsNotice: try forgeServerOfNotice()
        case .doNotDisturb: try forgeDoNotDisturb()
        case .screenSaver: try forgeScreenSaver("freedesktop")
        case .screenSaverOfGnome: try forgeScreenSaver("gnome")
        case .logind: try forgeLogind()
        case .settingsOfGnome: try forgeSettingsOfGnome()
        case .mediaPlayer: try forgeMediaPlayer()
        case .busyPlayer: try forgeBusyPlayer()
        case .feedback: try forgeFeedback()
        case .shortcuts: try forgeShortcuts()
        case .window: try forgeWindow()
        case .telephone: try forgeTelephone()
        }
    }

    // MARK: The stage

    /// A program with these names.
    func standIn(_ names: String...) throws -> BusClient {
        let program = try BusClient(address: desktop.bus.address)
        for name in names { try program.requestName(name) }
        return program
    }

    /// What the agent shows panels of the calls and of the screen.
    func shown(_ property: String) throws -> DBusValue {
        try client.waitForName(AgentClient.name)
        return try client.object(AgentClient.name, AgentClient.path, "org.monkeycall.Agent.Calls").get(property)
    }

    // MARK: The service and the directory

    /// The end of a call takes its notification away.
    private func forgeService() throws {
        let server = try ServerStandIn(on: desktop.bus)
        try desktop.startAgent()
        try server.introduce()
        let phone = try desktop.phone()
        try phone.ring()
        _ = try server.next()
        let path = UUIDs.path("A")
        let forger = try Forger(of: DaemonUnderTest.busName, to: desktop.agent, on: desktop.bus)
        try forger.forge(
            .change(path, CallName.call, ["State": "active"]),
            ForgedSignal(
                DaemonUnderTest.managerPath, CallName.objectManager, "InterfacesRemoved", .path(path),
                .strings([CallName.call])))
        #expect(try !server.isAsked())
        #expect(try shown("Calls").elements?.count == 1)
        try phone.end()
        _ = try server.next { $0.summary.hasPrefix("Missed call") }
    }

    /// A change of the missed calls makes the agent list them again.
    private func forgeDirectory() throws {
        let directory = try standIn(DirectoryOfUser.name)
        try desktop.startAgent()
        try directory.reply(to: directory.waitForCall("Subscribe"))
        try directory.reply(to: directory.waitForCall("List"), [.dictionaries([])])
        let forger = try Forger(of: DirectoryOfUser.name, to: desktop.agent, on: desktop.bus)
        let change = ForgedSignal.change(
            DirectoryOfUser.path, DirectoryOfUser.name + ".History", ["UnreadMissed": .uint32(1)])
        try forger.forge(change)
        #expect(try !directory.hasCalls(of: "List"))
        try forger.tell(change, by: directory)
        _ = try directory.waitForCall("List")
    }

    @Test func `The agent lists the missed calls again when the directory has left out signals`() throws {
        let directory = try standIn(DirectoryOfUser.name)
        try desktop.startAgent()
        for _ in 1...2 {
            try directory.reply(to: directory.waitForCall("Subscribe"))
            try directory.reply(to: directory.waitForCall("List"), [.dictionaries([])])
            let teller = try Forger(of: DirectoryOfUser.name, to: desktop.agent, on: desktop.bus)
            try teller.tell(
                ForgedSignal(DirectoryOfUser.path, DirectoryOfUser.name, "SubscriptionEnded"), by: directory)
        }
    }
}

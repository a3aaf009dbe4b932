// SPDX-License-Identifier: MIT

import CallContract
import CallHealth
import Testing

/// Each line of the health list, from facts. The texts are those of a user without translations.
struct HealthLinesTests {
    /// Every fact is known, and nothing is wrong.
    private var well: HealthFacts {
        var facts = HealthFacts()
        (facts.service, facts.agent, facts.directory) = (.running(.init()), .running(.init()), .running(.init()))
        (facts.bridge, facts.apps, facts.telephoneApp) = (.running([]), ["Mobile"], .monkeyCall)
        facts.browserExtension = .installed
        return facts
    }

    private func lines(_ facts: HealthFacts) -> [HealthLine] { facts.lines { "time \($0)" } }

    private func line(_ kind: HealthKind, _ change: (inout HealthFacts) -> Void) throws -> HealthLine {
        var facts = well
        change(&facts)
        let found = lines(facts).filter { $0.kind == kind }
        #expect(found.count == 1)
        return try #require(found.first)
    }

    private func agent(_ change: (inout HealthFacts.Agent) -> Void) -> HealthFacts.Part<HealthFacts.Agent> {
        var agent = HealthFacts.Agent()
        change(&agent)
        return .running(agent)
    }

    @Test func `Nothing is said of what is not known`() {
        #expect(lines(HealthFacts()) == [])
    }

    @Test func `If all is well, no line is a problem, and the list has its order`() {
        let lines = lines(well)
        #expect(lines.allSatisfy { $0.grade != .problem })
        #expect(well.problems { _ in "" } == [])
        let order = lines.compactMap { HealthKind.allCases.firstIndex(of: $0.kind) }
        #expect(order == order.sorted())
        // A notification that is shown needs no line.
        #expect(Set(lines.map(\.kind)) == Set(HealthKind.allCases).subtracting([.notifications]))
    }

    @Test func `Every line is sentences for people, without words of the bus`() {
        for facts in [well, ill] {
            for line in lines(facts) {
                #expect(line.text.hasSuffix(".") || line.text.contains(": "), "\(line.text)")
                #expect(line.text.first?.isUppercase == true, "\(line.text)")
                for word in ["D-Bus", "org.monkeycall", "systemd", "unit", "daemon", "property"] {
                    #expect(!line.text.contains(word), "\(line.text)")
                }
            }
        }
    }

    /// Nothing runs.
    private var ill: HealthFacts {
        var facts = well
        (facts.service, facts.agent, facts.directory) = (.stopped, .stopped, .stopped)
        (facts.bridge, facts.apps, facts.telephoneApp) = (.stopped, [], .none)
        facts.browserExtension = .notInstalled
        return facts
    }

    // MARK: Programs

    @Test func `A program that does not run is started by its button`() throws {
        let cures = lines(ill).compactMap(\.cure)
        #expect(
            cures == [
                .startService, .startAgent, .startDirectory, .useForTelephoneLinks, .showBrowserExtension, .startBridge,
            ])
        let problems = ill.problems { _ in "" }.map(\.kind)
        #expect(problems == [.service, .ringing, .callers])
    }

    @Test func `A program that is not installed has its package, and no button`() {
        var facts = well
        (facts.service, facts.agent, facts.directory, facts.bridge) = (
            .notInstalled, .notInstalled, .notInstalled, .notInstalled
        )
        let lines = lines(facts).filter { [.service, .ringing, .callers, .bridge].contains($0.kind) }
        #expect(lines.count == 4 && lines.allSatisfy { $0.cure == nil && $0.grade != .good })
        for (line, package) in zip(lines, ["", "-agent", "-directory", "-bridge"]) {
            #expect(line.text.contains("package monkeycall\(package)."))
        }
    }

    @Test func `The service tells of its state and of its configuration`() throws {
        var service = HealthFacts.Service()
        (service.stateProblem, service.configurationProblems) = ("No space.", ["a.conf:2: b"])
        var facts = well
        facts.service = .running(service)
        let found = lines(facts).filter { $0.kind == .service }
        #expect(found.map(\.grade) == [.problem, .problem] && found.allSatisfy { $0.cure == nil })
        #expect(found[0].text.hasSuffix("No space.") && found[1].text.hasSuffix("a.conf:2: b"))
    }

    // MARK: The ring

    @Test func `Calls that ring elsewhere are no problem`() throws {
        let other = try line(.ringing) { $0.agent = agent { $0.isPrimary = false } }
        #expect(other.grade == .note && other.cure == nil)
        // Another shell rings although there is no agent.
        #expect(try line(.ringing) { $0.agent = .stopped } == other)
        let silent = try line(.ringing) {
            var service = HealthFacts.Service()
            service.hasShell = false
            ($0.service, $0.agent) = (.running(service), .stopped)
        }
        #expect(silent.grade == .problem && silent.cure == .startAgent)
    }

    @Test func `An agent says nothing of the ring while there is no service`() {
        var facts = well
        (facts.service, facts.agent) = (.stopped, agent { $0.isPrimary = false })
        #expect(!lines(facts).contains { $0.kind == .ringing || $0.kind == .sound })
    }

    @Test func `A ring that nothing is known of can be tried`() throws {
        let line = try line(.sound) { _ in }
        #expect(line.grade == .good && line.cure == .testCall)
    }

    @Test(arguments: AgentProblem.allCases) func `Each problem of the agent has one line`(_ problem: AgentProblem)
        throws
    {
        let kind: HealthKind =
            switch problem {
            case .noSoundDevice, .ringMuted, .ringDeviceMuted, .soundFails: .sound
            case .noNotificationServer, .notificationsHidden: .notifications
            }
        let line = try line(kind) { $0.agent = agent { $0.problems = [problem] } }
        #expect(line.grade == (problem == .soundFails ? .note : .problem))
        switch problem {
        case .noSoundDevice, .ringDeviceMuted: #expect(line.cure == .openSoundSettings)
        case .ringMuted: #expect(line.cure == .testCall)
        case .soundFails, .noNotificationServer, .notificationsHidden: #expect(line.cure == nil)
        }
    }

    // MARK: Do not disturb

    @Test func `Do not disturb has its end, and a button for the user's own switch only`() throws {
        #expect(try line(.doNotDisturb) { _ in }.grade == .good)
        let open = try line(.doNotDisturb) { $0.agent = agent { $0.doNotDisturb = .init(reason: "user") } }
        #expect(open.grade == .note && open.cure == .endDoNotDisturb && !open.text.contains("until"))
        let timed = try line(.doNotDisturb) { $0.agent = agent { $0.doNotDisturb = .init(reason: "user", until: 7) } }
        #expect(timed.text.contains("until time 7") && timed.cure == .endDoNotDisturb)
        let desktop = try line(.doNotDisturb) { $0.agent = agent { $0.doNotDisturb = .init(reason: "gnome") } }
        #expect(desktop.grade == .note && desktop.cure == nil && desktop.text.contains("desktop"))
    }

    @Test func `The switch of an agent that is not primary has no effect, and no line`() {
        var facts = well
        facts.agent = agent { ($0.isPrimary, $0.doNotDisturb) = (false, .init(reason: "user")) }
        #expect(!lines(facts).contains { $0.kind == .doNotDisturb })
    }

    // MARK: The rest

    @Test func `A directory without a database says why`() throws {
        let line = try line(.callers) {
            var directory = HealthFacts.Directory()
            directory.databaseProblem = "The disk is full."
            $0.directory = .running(directory)
        }
        #expect(line.grade == .problem && line.cure == nil && line.text.hasSuffix("The disk is full."))
    }

    @Test func `The apps that can call are named, and a name cannot leave its place`() throws {
        let two = try line(.apps) { $0.apps = ["Mobile", "Evil\nGood: all is well"] }
        #expect(two.grade == .good && two.text.contains("Mobile") && !two.text.contains("\n"))
        let none = try line(.apps) { $0.apps = [] }
        #expect(none.grade == .note && none.cure == nil)
    }

    @Test(arguments: [
        ("present", "", [HealthGrade.good]), ("absent", "name-taken", [.note]), ("absent", "unwatched", [.note]),
    ])
    func `A line says whether Bluetooth headsets answer calls, and why not`(
        _ state: String, _ reason: String, _ grades: [HealthGrade]
    ) {
        var facts = well
        facts.bridge = .running([.init(name: "bluetooth-headsets", state: state, reason: reason)])
        let found = lines(facts).filter { $0.kind == .headset }
        #expect(found.map(\.grade) == grades)
        #expect(found.contains { $0.text.contains("Bluetooth") } == (reason != "unwatched"))
    }

    @Test func `Each headset has a line, also one without a name`() {
        var facts = well
        facts.agent = agent { $0.headsets = ["", "Example 65"] }
        let found = lines(facts).filter { $0.kind == .headset }
        #expect(found.map(\.grade) == [.good, .good])
        #expect(found[0].text.contains("the headset") && found[1].text.contains("Example 65"))
        #expect(lines(well).first { $0.kind == .headset }?.grade == .note)
    }

    @Test func `Another app for telephone numbers is named, and can be replaced`() throws {
        #expect(try line(.telephoneLinks) { _ in }.grade == .good)
        let other = try line(.telephoneLinks) { $0.telephoneApp = .other("Softphone") }
        #expect(other.grade == .note && other.cure == .useForTelephoneLinks && other.text.contains("Softphone"))
        let none = try line(.telephoneLinks) { $0.telephoneApp = .none }
        #expect(none.grade == .note && none.cure == .useForTelephoneLinks)
    }

    @Test func `The sources of the bridge that run are named, and unknown ones are left out`() throws {
        let line = try line(.bridge) {
            $0.bridge = .running([
                .init(name: "gnome-calls", state: "present"), .init(name: "ofono", state: "absent"),
                .init(name: "modem-manager", state: "present"), .init(name: "later", state: "present"),
            ])
        }
        #expect(line.text == "Calls of these programs are shown too: GNOME Calls, modems.")
    }

    @Test(arguments: HealthCure.allCases) func `Each button has a text, and each unit is one of ours`(
        _ cure: HealthCure
    ) {
        #expect(!cure.label.isEmpty)
        switch cure {
        case .startAgent, .startDirectory, .startBridge:
            #expect(cure.userUnit?.hasPrefix("monkeycall-") == true && cure.userUnit?.hasSuffix(".service") == true)
        case .startService, .endDoNotDisturb, .openSoundSettings, .testCall, .useForTelephoneLinks,
            .showBrowserExtension:
            #expect(cure.userUnit == nil)
        }
    }
}

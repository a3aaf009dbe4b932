// SPDX-License-Identifier: MIT

import CallContract
import ConfigurationText

extension HealthFacts {
    /// The list, in the order of ``HealthKind``. `time` writes microseconds since the Unix epoch for people.
    package func lines(time: (UInt64) -> String) -> [HealthLine] {
        serviceLines + ringingLines + agentLines(time: time) + callerLines + appLines + headsetLines
            + telephoneLines + browserLines + bridgeLines
    }

    /// The lines that a bar on each page shows, the most important one first.
    package func problems(time: (UInt64) -> String) -> [HealthLine] {
        lines(time: time).filter { $0.grade == .problem }
    }

    // MARK: The service

    private var serviceLines: [HealthLine] {
        switch service {
        case .unknown: []
        case .notInstalled:
            [
                HealthLine(
                    .service, .problem,
                    Catalogue.text("MonkeyCall is not complete on this computer. Install the package monkeycall."))
            ]
        case .stopped:
            [
                HealthLine(
                    .service, .problem, Catalogue.text("MonkeyCall does not run, so no app can ring or call."),
                    cure: .startService)
            ]
        case .running(let facts): lines(of: facts)
        }
    }

    private func lines(of service: Service) -> [HealthLine] {
        var lines: [HealthLine] = []
        if !service.stateProblem.isEmpty {
            let text = Catalogue.text(
                "Calls that go on may be lost when MonkeyCall is started again: %s", parts: service.stateProblem)
            lines.append(HealthLine(.service, .problem, text))
        }
        for problem in service.configurationProblems {
            let text = Catalogue.text("The configuration of the computer has a mistake: %s", parts: problem)
            lines.append(HealthLine(.service, .problem, text))
        }
        guard lines.isEmpty else { return lines }
        return [HealthLine(.service, .good, Catalogue.text("MonkeyCall runs."))]
    }

    // MARK: The agent

    private var ringingLines: [HealthLine] {
        switch agent {
        case .unknown: []
        // Without the agent another shell may ring.
        case .notInstalled, .stopped: [hasShell ? ringsElsewhere : silence]
        case .running(let facts): facts.isPrimary ? [rings] : otherShell
        }
    }

    private var hasShell: Bool { if case .running(let facts) = service { facts.hasShell } else { false } }

    private var silence: HealthLine {
        if agent == .notInstalled {
            return HealthLine(
                .ringing, .problem, Catalogue.text("Calls do not ring here. Install the package monkeycall-agent."))
        }
        return HealthLine(
            .ringing, .problem, Catalogue.text("Calls do not ring here, because a part of MonkeyCall does not run."),
            cure: .startAgent)
    }

    /// An agent is never primary without the service, which has a line of its own.
    private var otherShell: [HealthLine] {
        switch service {
        case .running: [ringsElsewhere]
        case .unknown, .notInstalled, .stopped: []
        }
    }

    private var rings: HealthLine { HealthLine(.ringing, .good, Catalogue.text("Calls ring here and are shown.")) }

    private var ringsElsewhere: HealthLine {
        HealthLine(.ringing, .note, Catalogue.text("Calls ring in another program or in another session."))
    }

    private func agentLines(time: (UInt64) -> String) -> [HealthLine] {
        guard case .running(let facts) = agent else { return [] }
        // The switch of an agent that is not primary has no effect.
        let quiet = facts.isPrimary ? [quietLine(facts.doNotDisturb, time: time)] : []
        return soundLines(facts) + notificationLines(facts) + quiet
    }

    private func soundLines(_ agent: Agent) -> [HealthLine] {
        let problems = AgentProblem.allCases.filter(agent.problems.contains).compactMap(\.soundLine)
        if !problems.isEmpty || !agent.isPrimary { return problems }
        let text = Catalogue.text("No problem with the sound of calls is known. A test call tries it.")
        return [HealthLine(.sound, .good, text, cure: .testCall)]
    }

    private func notificationLines(_ agent: Agent) -> [HealthLine] {
        AgentProblem.allCases.filter(agent.problems.contains).compactMap(\.notificationLine)
    }

    private func quietLine(_ quiet: DoNotDisturb?, time: (UInt64) -> String) -> HealthLine {
        guard let quiet else { return HealthLine(.doNotDisturb, .good, Catalogue.text("Do Not Disturb is off.")) }
        guard quiet.reason == QuietReason.user.rawValue else {
            let text = Catalogue.text(
                "Do Not Disturb of the desktop is on, so calls do not ring. Turn it off in the desktop.")
            return HealthLine(.doNotDisturb, .note, text)
        }
        let text =
            quiet.until == 0
            ? Catalogue.text("Do Not Disturb is on, so calls do not ring.")
            : Catalogue.text("Do Not Disturb is on until %s, so calls do not ring.", parts: time(quiet.until))
        return HealthLine(.doNotDisturb, .note, text, cure: .endDoNotDisturb)
    }

    private var headsetLines: [HealthLine] {
        guard case .running(let facts) = agent else { return bluetoothLines }
        let lines = lines(of: facts) + bluetoothLines
        guard lines.isEmpty else { return lines }
        return [HealthLine(.headset, .note, Catalogue.text("No headset with buttons for calls is connected."))]
    }

    /// Headsets over Bluetooth. Other states of the front are of the moment.
    private var bluetoothLines: [HealthLine] {
        guard case .running(let sources) = bridge, let headsets = sources.first(where: \.isOfHeadsets)
        else { return [] }
        if headsets.isPresent {
            let text = Catalogue.text("Bluetooth headsets answer and end calls of all apps.")
            return [HealthLine(.headset, .good, text)]
        }
        guard headsets.reason == FrontState.nameTaken.rawValue else { return [] }
        let text = Catalogue.text(
            "Bluetooth headsets cannot answer calls of apps, because ModemManager is installed for mobile data.")
        return [HealthLine(.headset, .note, text)]
    }

    private func lines(of facts: Agent) -> [HealthLine] {
        facts.headsets.map { name in
            let text =
                name.isBlank
                ? Catalogue.text("The buttons of the headset answer and end calls.")
                : Catalogue.text("The buttons of %s answer and end calls.", name)
            return HealthLine(.headset, .good, text)
        }
    }

    // MARK: The directory

    private var callerLines: [HealthLine] {
        switch directory {
        case .unknown: []
        case .notInstalled:
            [
                HealthLine(
                    .callers, .note,
                    Catalogue.text("Callers have no names. Install the package monkeycall-directory."))
            ]
        case .stopped:
            [
                HealthLine(
                    .callers, .problem,
                    Catalogue.text("Callers have no names and cannot be blocked: a part of MonkeyCall does not run."),
                    cure: .startDirectory)
            ]
        case .running(let facts): [line(of: facts)]
        }
    }

    private func line(of directory: Directory) -> HealthLine {
        guard !directory.databaseProblem.isEmpty else {
            return HealthLine(
                .callers, .good, Catalogue.text("Callers get the names of your contacts, and can be blocked."))
        }
        let text = Catalogue.text(
            "Recent calls and blocked callers cannot be read: %s", parts: directory.databaseProblem)
        return HealthLine(.callers, .problem, text)
    }

    // MARK: Apps

    private var appLines: [HealthLine] {
        guard let apps else { return [] }
        guard !apps.isEmpty else {
            let text = Catalogue.text("No app that can call is open. Open one: it appears here by itself.")
            return [HealthLine(.apps, .note, text)]
        }
        // The text of an app is isolated in its place.
        let names = apps.map(\.isolated).joined(separator: ", ")
        return [HealthLine(.apps, .good, Catalogue.text("These apps can call: %s.", parts: names))]
    }

    private var telephoneLines: [HealthLine] {
        switch telephoneApp {
        case .unknown: []
        case .monkeyCall:
            [
                HealthLine(
                    .telephoneLinks, .good,
                    Catalogue.text("A press on a telephone number in another program calls with MonkeyCall."))
            ]
        case .none:
            [
                HealthLine(
                    .telephoneLinks, .note,
                    Catalogue.text("No app calls the telephone numbers that you press in other programs."),
                    cure: .useForTelephoneLinks)
            ]
        case .other(let name):
            [
                HealthLine(
                    .telephoneLinks, .note,
                    Catalogue.text("A press on a telephone number in another program opens %s.", name),
                    cure: .useForTelephoneLinks)
            ]
        }
    }

    private var browserLines: [HealthLine] {
        switch browserExtension {
        case .unknown: []
        case .notInstalled:
            [
                HealthLine(
                    .browser, .note,
                    Catalogue.text("Calls in web pages are not shown, because the browser extension is not installed."),
                    cure: .showBrowserExtension)
            ]
        case .installed:
            [HealthLine(.browser, .good, Catalogue.text("The browser extension shows calls in web pages."))]
        }
    }

    // MARK: Bridges

    private var bridgeLines: [HealthLine] {
        switch bridge {
        case .unknown: []
        case .notInstalled:
            [
                HealthLine(
                    .bridge, .note,
                    Catalogue.text("Calls of modems and of GNOME Calls need the package monkeycall-bridge."))
            ]
        case .stopped:
            [
                HealthLine(
                    .bridge, .note,
                    Catalogue.text("Calls of modems and browsers are not shown: a part of MonkeyCall does not run."),
                    cure: .startBridge)
            ]
        case .running(let sources): [line(of: sources)]
        }
    }

    private func line(of sources: [Source]) -> HealthLine {
        let names = sources.filter(\.isPresent).compactMap(\.localizedName)
        guard !names.isEmpty else {
            return HealthLine(
                .bridge, .good,
                Catalogue.text("Calls of modems and browsers are shown as soon as there are any."))
        }
        let list = names.joined(separator: ", ")
        return HealthLine(.bridge, .good, Catalogue.text("Calls of these programs are shown too: %s.", parts: list))
    }
}

extension HealthFacts.Source {
    fileprivate var isOfHeadsets: Bool { name == SourceName.bluetoothHeadsets.rawValue }
    fileprivate var isPresent: Bool { state == SourceWord.present.rawValue }

    /// For people; nil for a source that carries no calls of programs, and for a word of a later bridge.
    package var localizedName: String? {
        switch SourceName(rawValue: name) {
        case .gnomeCalls: "GNOME Calls"
        case .pipeWireTelephony: Catalogue.text("phones over Bluetooth")
        case .observedApps: Catalogue.text("apps that use the microphone")
        case .browsers: Catalogue.text("browsers")
        case .modemManager, .ofono: Catalogue.text("modems")
        case .bluetoothHeadsets, nil: nil
        }
    }
}

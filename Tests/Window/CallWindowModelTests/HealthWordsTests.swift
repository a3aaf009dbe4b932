// SPDX-License-Identifier: MIT

import CallHealth
import CallInterface
import CallWindowModel
import SDBus
import Testing

/// Which lines of health are shown where, and what people read when a cure fails.
struct HealthWordsTests {
    private func lines(_ change: (inout HealthFacts) -> Void) -> [HealthLine] {
        var facts = HealthFacts()
        var service = HealthFacts.Service()
        service.hasShell = false
        facts.service = .running(service)
        facts.agent = .running(.init())
        facts.directory = .running(.init())
        change(&facts)
        return facts.lines { "\($0)" }
    }

    @Test func `A bar is there for problems, and for do-not-disturb after them`() {
        #expect(lines { _ in }.bars.isEmpty)
        func quiet(_ agent: inout HealthFacts.Agent) { agent.doNotDisturb = .init(reason: "user", until: 14) }
        let bars = lines {
            var agent = HealthFacts.Agent()
            quiet(&agent)
            agent.problems = [.noNotificationServer]
            $0.agent = .running(agent)
        }.bars
        #expect(bars.map(\.kind) == [.notifications, .doNotDisturb])
        #expect(bars.last?.cure == .endDoNotDisturb && bars.last?.text.contains("14") == true)
        #expect(lines { $0.agent = .stopped }.bars.map(\.cure) == [.startAgent])
        #expect(lines { $0.service = .stopped }.bars.first?.cure == .startService)
        #expect(lines { $0.directory = .stopped }.bars.map(\.cure) == [.startDirectory])
    }

    @Test func `A missing bridge, headset or extension is worth a line and no bar`() {
        let lines = lines {
            $0.bridge = .stopped
            $0.browserExtension = .notInstalled
            $0.telephoneApp = .none
        }
        #expect(lines.bars.isEmpty)
        #expect(lines.worstFirst.map(\.grade) == lines.worstFirst.map(\.grade).sorted { $0.place < $1.place })
        #expect(lines.worstFirst.count == lines.count)
    }

    @Test func `The first start shows what can be mended, or else that calls ring`() {
        #expect(lines { _ in }.inShort.map(\.kind) == [.ringing])
        let lines = lines {
            $0.agent = .stopped
            $0.telephoneApp = .none
        }
        #expect(lines.inShort.map(\.cure) == [.startAgent, .useForTelephoneLinks])
    }

    @Test func `Without a manager of services a line names the program, and has no button that cannot work`() {
        let stopped = lines { $0.agent = .stopped }.bars.map(\.withoutManager)
        #expect(stopped.map(\.cure) == [nil] && stopped[0].text.hasSuffix("Start monkeycall-agent at each login."))
        // The bus starts the service.
        #expect(lines { $0.service = .stopped }.bars.first?.withoutManager.cure == .startService)
    }

    @Test(arguments: HealthGrade.allCases)
    func `Every grade has an icon`(_ grade: HealthGrade) {
        #expect(HealthLine(.service, grade, "x").icon.hasSuffix("-symbolic"))
    }

    @Test func `The answer of the manager becomes a failure with a remedy`() {
        for (name, failure) in [
            ("org.freedesktop.systemd1.NoSuchUnit", UnitFailure.notInstalled),
            ("org.freedesktop.DBus.Error.FileNotFound", .notInstalled),
            ("org.freedesktop.systemd1.UnitMasked", .unwanted),
            ("org.freedesktop.systemd1.JobFailed", .failed),
            ("org.freedesktop.DBus.Error.ServiceUnknown", .noManager),
            ("org.freedesktop.DBus.Error.Spawn.ChildExited", .noManager),
            ("org.freedesktop.DBus.Error.AccessDenied", .failed),
        ] {
            #expect(UnitFailure(BusError(name: name, message: "")) == failure)
        }
        for failure in UnitFailure.allCases { #expect(!CureWords.text(failure).isEmpty) }
    }

    @Test(arguments: TestCall.Refusal.allCases)
    func `Every refusal of a test call has a sentence, without the program's own text`(_ refusal: TestCall.Refusal) {
        let words = TestCallWords.text(BusError(name: refusal.name, message: "the message of the program"))
        #expect(words.hasSuffix(".") && !words.contains("message of the program"))
    }

    @Test func `A report of a problem has no line of health with its text, and no text that breaks a line`() {
        var report = ProblemReport()
        report.desktop = "GNOME\nName: Ada"
        report.health = lines { $0.apps = ["Ada's phone"] }
        report.problems = ["ring-muted"]
        #expect(!report.text.contains("Ada's phone") && !report.text.contains("\nName"))
        #expect(report.text.contains("Agent: ring-muted\n") && report.text.contains("Health: ringing good\n"))
    }
}

extension HealthGrade {
    fileprivate var place: Int {
        switch self {
        case .problem: 0
        case .note: 1
        case .good: 2
        }
    }
}

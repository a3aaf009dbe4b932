// SPDX-License-Identifier: MIT

package import CallHealth
import CallInterface
import ConfigurationText
package import SDBus

extension [HealthLine] {
    /// Problems first, then what is worth knowing; each in the order of the list.
    package var worstFirst: [HealthLine] {
        [HealthGrade.problem, .note, .good].flatMap { grade in filter { $0.grade == grade } }
    }

    /// What the first start shows: what the user can mend, or else that calls ring here.
    package var inShort: [HealthLine] {
        let wrong = filter { $0.grade == .problem || $0.grade == .note && $0.cure != nil }.worstFirst
        return wrong.isEmpty ? filter { $0.kind == .ringing } : [HealthLine](wrong.prefix(4))
    }

    /// What a bar on each page shows, the most important line first. Do-not-disturb is no problem, but a person who
    /// waits for a call must see it.
    package var bars: [HealthLine] {
        filter { $0.grade == .problem } + filter { $0.kind == .doNotDisturb && $0.grade == .note }
    }
}

extension HealthLine {
    /// A name of the icon theme.
    package var icon: String {
        switch grade {
        case .good: "object-select-symbolic"
        case .note: "dialog-information-symbolic"
        case .problem: "dialog-warning-symbolic"
        }
    }

    /// A class of CSS for the icon; nil = the colour of the text.
    package var iconStyle: String? {
        switch grade {
        case .good: "success"
        case .note: nil
        case .problem: "warning"
        }
    }

    /// The line on a system without systemd for its users: only the user, or the desktop, can start the program.
    package var withoutManager: HealthLine {
        guard let program = cure?.userUnit?.split(separator: ".").first else { return self }
        let way = Catalogue.text("Start %s at each login.", parts: String(program))
        return HealthLine(kind, grade, text + " " + way)
    }
}

/// What the user reads when a cure has failed: the fault, then the remedy.
package enum CureWords {
    package static func text(_ failure: UnitFailure) -> String {
        switch failure {
        case .noManager: Catalogue.text("Nothing on this system can start it. Start the program by hand.")
        case .notInstalled: Catalogue.text("It is not installed. Install its package.")
        case .unwanted: Catalogue.text("You have forbidden its start. Allow it with: systemctl --user unmask")
        case .failed: Catalogue.text("It does not start. Its log says why: journalctl --user")
        }
    }
}

/// Why a test call was not started, for people.
package enum TestCallWords {
    package static func text(_ error: BusError) -> String {
        switch TestCall.Refusal(name: error.name) {
        case .callExists: Catalogue.text("There is a call. Try the test call when it is over.")
        case .doNotDisturb: Catalogue.text("Do Not Disturb is on, so a test call would not ring. Turn it off first.")
        case .noCallService: Catalogue.text("MonkeyCall does not run, so nothing can ring. Start it first.")
        case .noSound: Catalogue.text("There is no sound server or no sound device. Connect one first.")
        case nil:
            error.saysUnavailable
                ? Catalogue.text("The test call is not installed. Install the package monkeycall-agent.")
                : Catalogue.text("The test call was not started. Try again.")
        }
    }
}

/// The project on the web.
package enum Website {
    package static let home = "https://monkeycall.org"
    /// Where people report problems.
    package static let issues = home + "/issues"
}

/// A document of the installation, for people who want to know more.
package enum Document: String, Sendable, CaseIterable {
    /// The apps and phones whose calls come here.
    case bridges = "docs/BRIDGES.md"
    /// The browser extension.
    case browsers = "docs/BROWSERS.md"

    package var path: String { Installation.share + "/doc/monkeycall/" + rawValue }
}

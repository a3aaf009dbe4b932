// SPDX-License-Identifier: MIT

package import CallContract

/// What a program has learned about the parts of MonkeyCall and of the desktop that calls need. It asks nothing itself.
package struct HealthFacts: Hashable, Sendable {
    /// A program of ours.
    package enum Part<Facts: Hashable & Sendable>: Hashable, Sendable {
        /// It has not answered yet, or cannot be asked: no line is about it.
        case unknown
        case notInstalled
        case stopped
        case running(Facts)
    }

    package struct Service: Hashable, Sendable {
        /// Whether a shell rings and shows calls: the agent, or another program.
        package var hasShell = true
        /// Lines of `ConfigurationProblems`.
        package var configurationProblems: [String] = []
        package var stateProblem = ""

        package init() {}
    }

    package struct Agent: Hashable, Sendable {
        package var isPrimary = true
        package var problems: Set<AgentProblem> = []
        /// Nil while do-not-disturb is off.
        package var doNotDisturb: DoNotDisturb?
        /// Names of the headsets with buttons for calls.
        package var headsets: [String] = []

        package init() {}
    }

    package struct DoNotDisturb: Hashable, Sendable {
        /// A word of `DoNotDisturbReason`.
        package var reason: String
        /// In microseconds since the Unix epoch; 0 = until it is switched off.
        package var until: UInt64

        package init(reason: String, until: UInt64 = 0) { (self.reason, self.until) = (reason, until) }
    }

    package struct Directory: Hashable, Sendable {
        package var databaseProblem = ""

        package init() {}
    }

    /// A kind of program whose calls a bridge carries.
    package struct Source: Hashable, Sendable {
        /// A word of `Source`, such as `gnome-calls`.
        package var name: String
        /// A word of `State`: `off`, `absent` or `present`.
        package var state: String
        /// A word of `Reason`; "" = there is none.
        package var reason: String

        package init(name: String, state: String, reason: String = "") {
            (self.name, self.state, self.reason) = (name, state, reason)
        }
    }

    /// The program that a press on a telephone number starts.
    package enum TelephoneApp: Hashable, Sendable {
        case unknown, none, monkeyCall
        /// Its name for people.
        case other(String)
    }

    package enum BrowserExtension: Hashable, Sendable {
        case unknown, notInstalled, installed
    }

    package var service = Part<Service>.unknown
    package var agent = Part<Agent>.unknown
    package var directory = Part<Directory>.unknown
    /// The sources of both bridges.
    package var bridge = Part<[Source]>.unknown
    /// Names of the apps that can call now; nil = unknown.
    package var apps: [String]?
    package var telephoneApp = TelephoneApp.unknown
    package var browserExtension = BrowserExtension.unknown

    package init() {}
}

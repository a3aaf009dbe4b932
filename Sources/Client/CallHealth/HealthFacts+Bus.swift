// SPDX-License-Identifier: MIT

import CallInterface
package import SDBus

// The facts, from what the programs tell on the bus.

extension HealthFacts.Service {
    /// Properties of `org.monkeycall.CallManager`, and `HasShell` of its interface `.Audio`.
    package init(_ manager: [String: Variant], hasShell: Bool) {
        self.init()
        self.hasShell = hasShell
        configurationProblems = manager[.configurationProblems]?.strings ?? []
        stateProblem = manager.text(.stateProblem)
    }
}

extension HealthFacts.Agent {
    /// Properties of `org.monkeycall.Agent`. A word of a later agent is left out.
    package init(_ properties: [String: Variant]) {
        self.init()
        isPrimary = properties.flag(.primary)
        problems = Set((properties[.problems]?.strings ?? []).compactMap(AgentProblem.init(rawValue:)))
        headsets = properties[.headsets]?.strings ?? []
        if properties.flag(.doNotDisturb) {
            doNotDisturb = .init(
                reason: properties.text(.doNotDisturbReason), until: properties.time(.doNotDisturbUntil))
        }
    }
}

extension HealthFacts.Directory {
    /// Properties of `org.monkeycall.Directory`.
    package init(_ properties: [String: Variant]) {
        self.init()
        databaseProblem = properties.text(.databaseProblem)
    }
}

extension HealthFacts.Source {
    /// An entry of `ListSources`.
    package init(_ source: [String: Variant]) {
        self.init(name: source.text(.source), state: source.text(.state), reason: source.text(.reason))
    }
}

// SPDX-License-Identifier: MIT

import Glibc
import StateSpace

// modelcheck [--large | --deep] [NAME…]: explores the named worlds; without names the worlds of CI, with --large also
// those for a change of a rule, with --deep all worlds. A name may describe a world in words, see Setting.
let arguments = CommandLine.arguments.dropFirst()
let names = arguments.filter { !$0.hasPrefix("--") }
let isDeep = arguments.contains("--deep") || !names.isEmpty
let isLarge = isDeep || arguments.contains("--large")
let known = Setting.ci + (isLarge ? Setting.large : []) + (isDeep ? Setting.deep : [])
let worlds = known.filter { names.isEmpty || names.contains($0.name) } + names.compactMap { Setting(words: $0) }
guard names.isEmpty || worlds.count == names.count else {
    print("modelcheck: there is no such world; there are \(known.map(\.name).joined(separator: ", "))")
    exit(2)
}

let clock = ContinuousClock()
let began = clock.now
var failures = 0
var (states, transitions) = (0, 0)
print("world                              states  transitions   refusals  depth  to rest   time")
await withTaskGroup(of: Explorer.Report.self) { group in
    // Explores two worlds at a time, the largest first.
    var waiting = worlds[...]
    for setting in waiting.prefix(2) { group.addTask { explore(setting) } }
    waiting = waiting.dropFirst(2)
    for await report in group {
        states += report.states
        transitions += report.transitions
        if report.violation != nil || !report.isComplete { failures += 1 }
        if let setting = waiting.popFirst() { group.addTask { explore(setting) } }
    }
}
print("\(states) states, \(transitions) transitions, \((clock.now - began).components.seconds) s")
exit(failures > 0 || worlds.isEmpty ? 1 : 0)

@Sendable func explore(_ setting: Setting) -> Explorer.Report {
    let clock = ContinuousClock()
    let began = clock.now
    var explorer = Explorer(setting)
    if CommandLine.arguments.contains("--progress") {
        explorer.progress = { depth, new, all in
            print("\(setting.name): depth \(depth), \(new) new of \(all)")
            fflush(nil)
        }
    }
    let report = explorer.run()
    let seconds = (clock.now - began).components.seconds
    print(
        pad(setting.name, 30, left: true), pad("\(report.states)", 10), pad("\(report.transitions)", 12),
        pad("\(report.refusals)", 10), pad("\(report.depth)", 6), pad("\(report.longestWayToRest)", 8),
        pad("\(seconds) s", 8))
    if let violation = report.violation { print("\(setting.name): not true: \(violation)") }
    fflush(nil)
    return report
}

@Sendable func pad(_ text: String, _ width: Int, left: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return left ? text + space : space + text
}

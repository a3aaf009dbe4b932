// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
import CallInterface
import Glibc
package import SDBus

/// Runs the user's programs when calls change, one after the other. Each gets the event as its argument and the call as
/// JSON on its standard input.
package final class Hooks: Neighbour {
    /// More runs do not wait.
    private static let mostWaiting = 16

    private let folder: HookFolder?
    private let start: HookStarter
    private let log: Log
    private var events = HookEvents()
    private var waiting: [HookRun] = []
    private var running: RunningHook?
    private var faults: [HookFolder.Fault] = []
    /// The log says it once for each time that too many wait.
    private var isFull = false

    /// `folder` is that of the programs, which need not exist; nil = there are none.
    package init(_ session: BusConnection, _ loop: EventLoop, folder: String?, log: Log) {
        self.folder = folder.map { HookFolder(path: $0) }
        self.log = log
        start = HookStarter(session, loop, log: log)
    }

    package func follow(_ state: DesktopState) {
        guard let folder, state.isPrimary, state.settings.hooks else {
            events = HookEvents()
            return waiting = []
        }
        let new = events.follow(state.calls.filter { !$0.isTest })
        guard !new.isEmpty else { return }
        let (programs, faults) = folder.programs()
        note(faults)
        for (event, call) in new {
            let input = HookRun.input(about: call)
            for program in programs { wait(HookRun(program: program, event: event, input: input)) }
        }
        runNext()
    }

    private func note(_ faults: [HookFolder.Fault]) {
        for fault in faults where !self.faults.contains(fault) {
            log(
                "a program for calls is not run: only you may be able to write it and its folder, and it must be no link",
                ["hook": fault.description])
        }
        self.faults = faults
    }

    private func wait(_ run: HookRun) {
        guard waiting.count < Self.mostWaiting else {
            if !isFull { log("programs for calls are not run, because too many wait", ["hook": run.name]) }
            return isFull = true
        }
        waiting.append(run)
    }

    private func runNext() {
        guard running == nil, !waiting.isEmpty else { return }
        let run = waiting.removeFirst()
        isFull = false
        running = start.start(run) { [unowned self] in
            running = nil
            runNext()
        }
        // It has not started, and the log says why.
        if running == nil { runNext() }
    }
}

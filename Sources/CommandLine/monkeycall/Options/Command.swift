// SPDX-License-Identifier: MIT
import ArgumentParser

/// A subcommand. Its errors have one form and one set of exit statuses.
protocol Command: ParsableCommand {
    var bus: BusOptions { get }
    func perform() throws(Failure)
}

extension Command {
    func run() throws {
        do throws(Failure) {
            try perform()
        } catch {
            Output.errorLine(error.line(json: bus.json))
            throw ExitCode(error.status.rawValue)
        }
    }
}

// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import Logging
package import SDBus

/// A program that lives on a bus. Its log is standard error: standard output belongs to its user.
package struct BusProgram: Sendable {
    private let logger: Logger

    /// Opens the log of the process, once.
    package init(_ name: String) {
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        logger = Logger(label: name)
    }

    package func log(_ line: String) { logger.notice("\(line)") }

    /// Serves until the loop ends, and throws the exit code of the program if it is not 0. If the program cannot run, the log says
    /// why.
    package func run(_ serve: (EventLoop) throws(BusError) -> Int32) throws(ExitCode) {
        let code: Int32
        do throws(BusError) {
            let loop = try EventLoop()
            // One large message must not cost memory until the logout.
            try loop.returnMemory()
            code = try serve(loop)
        } catch {
            logger.critical("cannot run", metadata: ["error": "\(error.name)", "message": "\(error.message)"])
            throw .failure
        }
        if code != 0 { throw ExitCode(code) }
    }
}

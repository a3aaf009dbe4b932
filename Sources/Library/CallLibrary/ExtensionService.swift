// SPDX-License-Identifier: MIT

import CallInterface
import Foundation
import Glibc
import SDBus

/// A call directory extension on the session bus: takes its name, and hands each request to `begin` on the session
/// thread.
///
/// The bus starts the process for a request, so it exits when it has had none for a while.
package final class ExtensionService {
    private let identifier: String
    private let begin: (ListLoadLink) -> Void
    private let thread: SessionThread
    /// The loads that have not ended.
    private var running = 0
    private var timer: SDBus.Timer?
    /// Microseconds.
    private static let idleTime: UInt64 = 5_000_000
    private static let graceTime: UInt64 = 1_000_000

    /// Serves until the process exits.
    package static func run(_ identifier: String, _ begin: @escaping @Sendable (ListLoadLink) -> Void) {
        SessionThread.perform { thread in
            let service = ExtensionService(identifier, thread, begin)
            do throws(BusError) { try service.serve() } catch { service.fail(error.message) }
        }
    }

    private init(_ identifier: String, _ thread: SessionThread, _ begin: @escaping (ListLoadLink) -> Void) {
        (self.identifier, self.thread, self.begin) = (identifier, thread, begin)
    }

    private func serve() throws(BusError) {
        guard let name = BusName(identifier) else { throw .invalidArgs("This identifier is no name on the bus.") }
        let path = ObjectPath(ofProgram: name)
        let table = Interface<ExtensionService>(
            DirectoryName.extension,
            [
                .deferredMethod(
                    DirectoryMethod.beginRequest.member, takes: ("load", ObjectPath.self), ("incremental", Bool.self)
                ) { (service, call, reply, load, isIncremental) in
                    service.request(call.sender, load, isIncremental: isIncremental, reply)
                }
            ])
        let connection = try thread.connection()
        // The finder keeps this object alive.
        let finder = ObjectFinder<ExtensionService>(on: connection) { found, _ in found == path ? self : nil }
        try connection.export(under: path, nodes: { _, _ in [] }, [ExportedInterface(table, finder) { $0 }])
        thread.onDisconnect { exit(0) }
        try connection.requestName(name)
        waitForRequest()
    }

    private func request(_ sender: String, _ path: ObjectPath, isIncremental: Bool, _ reply: PendingReply<>) {
        timer = nil
        running += 1
        begin(
            ListLoadLink(BusName(trusted: sender), path, isIncremental: isIncremental) { [self] error in
                if let error { reply.fail(error) } else { reply.succeed() }
                running -= 1
                if running == 0 { waitForRequest() }
            })
    }

    private func waitForRequest() { timer = thread.timer(after: Self.idleTime) { [self] in leave() } }

    /// Gives the name back first, so that the bus starts another process for the next request. A request that is on its
    /// way still arrives here.
    private func leave() {
        _ = try? thread.connection().call(.bus("ReleaseName"), identifier)
        timer = thread.timer(after: Self.graceTime) { exit(0) }
    }

    private func fail(_ reason: String) {
        FileHandle.standardError.write(Data("\(identifier): \(reason)\n".utf8))
        exit(1)
    }
}

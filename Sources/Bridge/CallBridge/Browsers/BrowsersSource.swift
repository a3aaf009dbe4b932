// SPDX-License-Identifier: MIT

import CallClient
import CallContract
import CallInterface
import Glibc
import SDBus

/// Browsers with the extension. `monkeycall-browser`, a process of each profile, registers their calls while a page has
/// one, and reads in the settings whether it may. This source only lists them: it asks the service for its providers,
/// and never starts it.
final class BrowsersSource: CallSource {
    let name = SourceName.browsers.rawValue
    private(set) var providers: [ListedProvider] = []
    private let bus: BusAddress
    private let loop: EventLoop
    private let log: Log

    /// How long the service may take to answer; microseconds.
    private static let patience: UInt64 = 2_000_000

    /// `bus` is that of the call service.
    init(registry bus: BusAddress, _ loop: EventLoop, log: Log) {
        (self.bus, self.loop, self.log) = (bus, loop, log)
    }

    /// Whether a page has a call.
    var isPresent: Bool { !providers.isEmpty }

    func begin() {}
    func end() {}

    func update(then body: @escaping () -> Void) {
        providers = []
        do throws(BusError) {
            // Only for the question: a connection that lasts would hear the service come and go.
            let connection = try BusConnection(bus, description: "monkeycall-bridge", loop: loop)
            guard CallClient.isRunning(on: connection) else { return body() }
            ask(.listProviders, connection) { [unowned self] (lines: [Fields<String, ObjectPath, String>]) in
                let found = lines.map(\.members.0).filter(BrowserKind.haveProvider)
                guard !found.isEmpty else { return body() }
                ask(.listCalls, connection) {
                    [unowned self] (calls: [Fields<String, ObjectPath, String, String, String>]) in
                    providers = found.sorted().map { identifier in
                        ListedProvider(
                            identifier: identifier, user: geteuid(),
                            callCount: calls.count { $0.members.2 == identifier })
                    }
                    body()
                }
            }
        } catch {
            log("the list lacks the browsers", error)
            body()
        }
    }

    private func ask<Line: BusValue>(
        _ method: MethodName, _ connection: BusConnection, then body: @escaping ([Line]) -> Void
    ) {
        let target = CallTarget(CallManagerName.bus, CallManagerName.path, method.interface, method.member)
        let answered: (Result<Message, BusError>) -> Void = { [log] reply in
            // The connection lasts until then.
            withExtendedLifetime(connection) {
                do throws(BusError) {
                    body(try reply.get().read([Line].self))
                } catch {
                    log("the list lacks the browsers", error)
                    body([])
                }
            }
        }
        do throws(BusError) {
            try connection.callAsync(target, timeout: Self.patience, completion: answered)
        } catch {
            answered(.failure(error))
        }
    }
}

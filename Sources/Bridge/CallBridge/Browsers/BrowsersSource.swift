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
    private static let replyTimeout: UInt64 = 2_000_000

    /// `bus` is that of the call service.
    init(service bus: BusAddress, _ loop: EventLoop, log: Log) {
        (self.bus, self.loop, self.log) = (bus, loop, log)
    }

    /// Whether a page has a call.
    var isPresent: Bool { !providers.isEmpty }

    func begin() {}
    func end() {}

    func update(then body: @escaping () -> Void) {
        providers = []
        do throws(BusError) {
            // Only for the question: a connection that lasts would receive a signal whenever the service comes or goes.
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
        connection.ask(target, timeout: Self.replyTimeout) { [log] reply in
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
    }
}

/// The browsers that the extension is for. The identifiers of the providers of each begin with its raw value.
package enum BrowserKind: String, CaseIterable {
    case chromium = "org.chromium.Chromium"
    case firefox = "org.mozilla.firefox"

    private var start: String { rawValue + ".profile-" }

    /// Each profile of a browser is a provider.
    package func provider(ofProfile profile: String) -> String { start + profile }

    /// Whether a provider of that identifier is one of a browser.
    static func haveProvider(_ identifier: String) -> Bool { allCases.contains { identifier.hasPrefix($0.start) } }
}

extension BrowserKind {
    /// The ids of the extension, which are also in its manifest and in the manifests of the host.
    static let chromiumOrigin = "chrome-extension://ihianfijjaehljdebhdkchahoepofola/"
    static let firefoxExtension = "browser@monkeycall.org"

    /// The browser that started the host, from the host's arguments, which the browser sets and no page.
    ///
    /// Chromium passes the origin of the extension; Firefox the path of the host's manifest, and the id of the
    /// extension. Nil = another caller.
    package init?(arguments: [String]) {
        if arguments.first == Self.chromiumOrigin {
            self = .chromium
        } else if arguments.count == 2, arguments[1] == Self.firefoxExtension {
            self = .firefox
        } else {
            return nil
        }
    }
}

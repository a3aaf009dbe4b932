// SPDX-License-Identifier: MIT

package import CallClient
import Foundation
package import SDBus
import Synchronization

/// A provider of the app: its registration, and its name in this process. Any thread may use it.
package final class RegisteredProvider: @unchecked Sendable {
    private let name: ProviderName
    private let link: Confined<ProviderLink>
    /// The end of the reservation of its name in this process.
    private let release = Once()

    /// `notify` is called on the service thread.
    package init(
        _ name: ProviderName, _ configuration: [String: Variant], tellsStates: Bool = false,
        notify: @escaping (ProviderNews) -> Void
    ) {
        self.name = name
        link = Confined(ProviderLink(name.current, configuration, tellsStates: tellsStates, notify: notify))
        name.onFree { [weak self] in self?.takeWantedName() }
    }

    deinit {
        let link = link
        ServiceThread.perform { link.value.invalidate(in: $0.providers) }
        releaseName()
    }

    /// Its name on the bus.
    package var identifier: String { name.current }

    package func register() {
        perform { link, providers in
            providers[link.identifier] = link
            link.register(in: providers)
        }
    }

    /// Ends the registration. All calls of the provider end as failed.
    package func invalidate() {
        perform { $0.invalidate(in: $1) }
        releaseName()
    }

    package func perform(_ body: @escaping @Sendable (ProviderLink, Providers) -> Void) {
        let link = link
        ServiceThread.perform { body(link.value, $0.providers) }
    }

    /// An app that replaces its provider often creates the new one first. Links and call back know the first name.
    private func takeWantedName() {
        perform { [name] link, providers in
            link.rename(to: name.wanted, in: providers) { ProviderIdentity.move(name) }
        }
    }

    private func releaseName() {
        if release.take() { ProviderIdentity.release(name) }
    }
}

/// The names of this process's providers on the bus.
package enum ProviderIdentity {
    /// The framework that a provider belongs to.
    package enum Framework: Sendable {
        case callKit, liveCommunicationKit
    }

    private static let lock = NSLock()
    nonisolated(unsafe) private static var names = ProviderNames()
    nonisolated(unsafe) private static var holders: [String: ProviderName] = [:]

    /// Reserves a name that no other provider of this process has: the wanted one, or the app's if that is nil, with a
    /// number appended if it is taken.
    package static func claim(_ wanted: String?, for framework: Framework) -> ProviderName {
        let wanted = wanted ?? appIdentifier
        return lock.withLock {
            let name = ProviderName(names.claim(wanted, for: framework), wanted: wanted)
            holders[name.current] = name
            return name
        }
    }

    /// The provider of a framework that places the calls of requests which name none.
    package static func oldest(of framework: Framework) -> String? { lock.withLock { names.oldest(of: framework) } }

    /// The provider is over. The oldest one that wanted its name may take it.
    static func release(_ name: ProviderName) {
        let heir = lock.withLock {
            holders[name.current] = nil
            return names.release(name.current).flatMap { holders[$0] }
        }
        heir?.wantedIsFree()
    }

    /// The provider takes the name that it wanted.
    static func move(_ name: ProviderName) {
        lock.withLock {
            holders[name.current] = nil
            names.move(name.current)
            name.takeWanted()
            holders[name.current] = name
        }
    }

    /// The app's name: the sandbox's app id, else the desktop file, else the bundle's identifier, else the program's
    /// name.
    package static var appIdentifier: String {
        let process = ProcessInfo.processInfo
        return appIdentifier(
            process.environment, pid: process.processIdentifier,
            program: Bundle.main.bundleIdentifier ?? process.processName)
    }

    /// A program's name may have characters that a provider's cannot.
    static func appIdentifier(_ environment: [String: String], pid: Int32, program: String) -> String {
        environment["FLATPAK_ID"] ?? environment["SNAP_INSTANCE_NAME"] ?? desktopFile(environment, pid: pid)
            ?? String(program.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "-" })
    }

    /// The id of the desktop file that started the process. Programs that are started from a terminal inherit the
    /// terminal's.
    static func desktopFile(_ environment: [String: String], pid: Int32) -> String? {
        guard environment["GIO_LAUNCHED_DESKTOP_FILE_PID"] == String(pid) else { return nil }
        return environment["GIO_LAUNCHED_DESKTOP_FILE"].map {
            URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent
        }
    }
}

/// The name of a provider. While another one of this process has the wanted name, it has a number at its end. Any
/// thread may use it.
package final class ProviderName: Sendable {
    let wanted: String
    private let state: Mutex<State>

    private struct State {
        var current: String
        var isWantedFree = false
        var onFree: (@Sendable () -> Void)?
    }

    fileprivate init(_ current: String, wanted: String) {
        self.wanted = wanted
        state = Mutex(State(current: current))
    }

    package var current: String { state.withLock { $0.current } }

    /// `body` is called once when the wanted name is free. Nobody else gets it then.
    func onFree(_ body: @escaping @Sendable () -> Void) {
        let isFree = state.withLock { state in
            state.onFree = body
            return state.isWantedFree
        }
        if isFree { body() }
    }

    fileprivate func wantedIsFree() {
        let body = state.withLock { state in
            state.isWantedFree = true
            return state.onFree
        }
        body?()
    }

    fileprivate func takeWanted() { state.withLock { $0.current = wanted } }
}

/// The reserved names, the oldest first.
struct ProviderNames {
    private struct Entry {
        var name: String
        let wanted: String
        let framework: ProviderIdentity.Framework
        /// Whether the wanted name is kept for it, too.
        var isMoving = false
    }

    private var taken: [Entry] = []

    func oldest(of framework: ProviderIdentity.Framework) -> String? {
        taken.first { $0.framework == framework }?.name
    }

    mutating func claim(_ name: String, for framework: ProviderIdentity.Framework) -> String {
        var (candidate, number) = (name, 1)
        while taken.contains(where: { $0.name == candidate || $0.isMoving && $0.wanted == candidate }) {
            number += 1
            candidate = "\(name).\(number)"
        }
        taken.append(Entry(name: candidate, wanted: name, framework: framework))
        return candidate
    }

    /// Returns the name of the oldest provider that wanted the name that is free now, which is kept for it.
    mutating func release(_ name: String) -> String? {
        guard let place = taken.firstIndex(where: { $0.name == name }) else { return nil }
        let released = taken.remove(at: place)
        let free = released.isMoving ? released.wanted : name
        guard let heir = taken.firstIndex(where: { $0.wanted == free && $0.name != free }) else { return nil }
        taken[heir].isMoving = true
        return taken[heir].name
    }

    /// A provider takes the name that was kept for it.
    mutating func move(_ name: String) {
        guard let place = taken.firstIndex(where: { $0.name == name && $0.isMoving }) else { return }
        (taken[place].name, taken[place].isMoving) = (taken[place].wanted, false)
    }
}

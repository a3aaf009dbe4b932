// SPDX-License-Identifier: MIT

package import CallClient
import Foundation
package import SDBus

/// A provider of the app: its registration, and its name in this process. Any thread may use it.
package final class RegisteredProvider: @unchecked Sendable {
    private let name: ProviderName
    private let link: Confined<ProviderLink>
    private let lock = NSLock()
    /// Whether its name is still reserved in this process.
    private var hasName = true

    /// `tell` is called on the service thread.
    package init(
        _ name: ProviderName, _ configuration: [String: Variant], tellsStates: Bool = false,
        tell: @escaping (ProviderNews) -> Void
    ) {
        self.name = name
        link = Confined(ProviderLink(name.current, configuration, tellsStates: tellsStates, tell: tell))
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
        let isMine = lock.withLock {
            defer { hasName = false }
            return hasName
        }
        if isMine { ProviderIdentity.release(name) }
    }
}

// SPDX-License-Identifier: MIT

package import CallClient
import Foundation
package import SDBus

/// A provider of the app: its registration, and its name in this process. Any thread may use it.
package final class RegisteredProvider: @unchecked Sendable {
    package let identifier: String
    private let link: Confined<ProviderLink>
    private let lock = NSLock()
    /// Whether its name is still reserved in this process.
    private var hasName = true

    /// `identifier` is a claimed name. `tell` is called on the service thread.
    package init(
        _ identifier: String, _ configuration: [String: Variant], tellsStates: Bool = false,
        tell: @escaping (ProviderNews) -> Void
    ) {
        self.identifier = identifier
        link = Confined(ProviderLink(identifier, configuration, tellsStates: tellsStates, tell: tell))
    }

    deinit {
        releaseName()
        let link = link
        ServiceThread.perform { link.value.invalidate(in: $0.providers) }
    }

    package func register() {
        perform { link, providers in
            providers[link.identifier] = link
            link.register(in: providers)
        }
    }

    /// Ends the registration. All calls of the provider end as failed.
    package func invalidate() {
        releaseName()
        perform { $0.invalidate(in: $1) }
    }

    package func perform(_ body: @escaping @Sendable (ProviderLink, Providers) -> Void) {
        let link = link
        ServiceThread.perform { body(link.value, $0.providers) }
    }

    private func releaseName() {
        let isMine = lock.withLock {
            defer { hasName = false }
            return hasName
        }
        if isMine { ProviderIdentity.release(identifier) }
    }
}

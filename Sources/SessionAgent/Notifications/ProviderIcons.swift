// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

/// The icons of the apps. Those in files are fetched when an app registers, so that no call waits for one.
final class ProviderIcons {
    private let service: CallServiceClient
    private let changed: () -> Void
    /// By object path, as they were when they were asked.
    private var asked: [String: ProviderRecord] = [:]
    /// By identifier: a missed call's stays when its app has gone.
    private var files: [String: IconFile] = [:]

    init(_ service: CallServiceClient, changed: @escaping () -> Void) {
        self.service = service
        self.changed = changed
    }

    func follow(_ state: DesktopState) {
        let providers = state.registry.providers
        asked = asked.filter { providers[$0.key] != nil }
        for (path, provider) in providers where asked[path] != provider {
            asked[path] = provider
            if provider.icon.isEmpty { fetch(path, provider.identifier) } else { files[provider.identifier] = nil }
        }
    }

    /// Nil: it gave no file.
    func file(of provider: String) -> IconFile? { files[provider] }

    /// An app that has none answers with an error.
    private func fetch(_ path: String, _ identifier: String) {
        service.openIcon(path) { [unowned self] file in
            let icon = file.flatMap { IconFile($0) }
            guard files[identifier] != icon else { return }
            files[identifier] = icon
            changed()
        }
    }
}

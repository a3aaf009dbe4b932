// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

/// The icons of the apps. The agent fetches icon files when an app registers, so that no call waits for one.
final class ProviderIcons {
    private let service: CallServiceClient
    private let changed: () -> Void
    /// The providers at the time of the request, by object path.
    private var asked: [String: ProviderRecord] = [:]
    /// By identifier, so that a missed call keeps its icon after its app has gone.
    private var files = IconFiles<String>()
    /// The missed calls that are shown, as ``MissedCalls`` keeps them.
    private let missed = Journal("missed-calls")

    init(_ service: CallServiceClient, changed: @escaping () -> Void) {
        self.service = service
        self.changed = changed
        IconFile.removeLeftOvers()
    }

    func follow(_ state: DesktopState) {
        let providers = state.registry.providers
        asked = asked.filter { providers[$0.key] != nil }
        for (path, provider) in providers where asked[path] != provider {
            asked[path] = provider
            if provider.icon.isEmpty { fetch(path, provider.identifier) } else { files[provider.identifier] = nil }
        }
        keep(Set(providers.values.map(\.identifier)))
    }

    /// Removes the files of other providers, except those of missed calls.
    private func keep(_ present: Set<String>) {
        let gone = files.users.subtracting(present)
        guard !gone.isEmpty else { return }
        for identifier in gone.subtracting(MissedCalls(missed).all.map(\.call.provider)) { files[identifier] = nil }
    }

    /// Nil if the provider gave no file.
    func file(of provider: String) -> IconFile? { files[provider] }

    /// The answer is an error if the provider has no file.
    private func fetch(_ path: String, _ identifier: String) {
        service.openIcon(path) { [unowned self] file in
            // The app may have gone, or may have given a name meanwhile.
            guard let provider = asked[path], provider.identifier == identifier, provider.icon.isEmpty else { return }
            let icon = file.flatMap { IconFile($0) }
            guard files[identifier] != icon else { return }
            files[identifier] = icon
            changed()
        }
    }
}

// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import GTK

/// The icons of the apps that make calls: a name of the icon theme, or a file that the app gave to the service.
@MainActor
final class ProviderIconStore {
    private let calls: CallsFollower
    /// By path, at the time of the question.
    private var asked: [String: ProviderRecord] = [:]
    /// By identifier.
    private var pictures: [String: Picture] = [:]
    private var observers: [() -> Void] = []

    init(_ calls: CallsFollower) {
        self.calls = calls
        calls.observe { [unowned self] in follow() }
    }

    func observe(_ body: @escaping () -> Void) { observers.append(body) }

    /// Shows the icon of that provider.
    func show(_ provider: String, in image: Image) {
        if let picture = pictures[provider] { return image.show(picture) }
        let name = calls.registry.providers.values.first { $0.identifier == provider }?.icon ?? ""
        image.show(icon: name.isEmpty ? "call-start-symbolic" : name)
    }

    private func follow() {
        let providers = calls.registry.providers
        asked = asked.filter { providers[$0.key] != nil }
        for (path, provider) in providers where asked[path] != provider {
            asked[path] = provider
            guard provider.icon.isEmpty else { continue }
            calls.client.open(.openIcon, path) { [weak self] file in
                guard let bytes = file.flatMap({ IconPicture.bytes(of: $0) }), IconPicture.isSmallPNG(bytes),
                    let picture = Picture.decode(bytes)
                else { return }
                self?.pictures[provider.identifier] = picture
                for observer in self?.observers ?? [] { observer() }
            }
        }
    }
}

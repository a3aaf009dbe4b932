// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import GTK
import PictureHeaders
import SDBus

/// The icons of the apps that make calls: a name of the icon theme, or a file that the app gave to the service.
@MainActor
final class ProviderIconStore {
    private let calls: CallsFollower
    /// What an icon depends on.
    private struct Source: Hashable {
        let provider: String
        /// Of the icon theme; empty = the app may have given a file.
        let name: String
    }

    /// By path, at the time of the question.
    private var asked: [String: Source] = [:]
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
        let new = calls.registry.providers.mapValues { Source(provider: $0.identifier, name: $0.icon) }
        let old = asked
        guard new != old else { return }
        asked = new
        // The picture of an app that has gone, or that has a name of the icon theme now.
        let withFiles = Set(new.values.filter(\.name.isEmpty).map(\.provider))
        pictures = pictures.filter { withFiles.contains($0.key) }
        for (path, source) in new where old[path] != source && source.name.isEmpty { load(source, of: path) }
    }

    private func load(_ source: Source, of path: String) {
        calls.client.open(.openIcon, path) { [unowned self] file in
            guard asked[path] == source else { return }
            let bytes = file.flatMap { $0.sealedBytes(limit: PictureHeader.iconBytes) }
            let picture = bytes.flatMap { PictureHeader.isIcon($0) ? Picture.decode($0) : nil }
            guard picture != nil || pictures[source.provider] != nil else { return }
            pictures[source.provider] = picture
            for observer in observers { observer() }
        }
    }
}

// SPDX-License-Identifier: MIT

import Foundation

/// The registries that want pushes, and what they were told last about the token.
struct PushAudience {
    private struct Member { weak var registry: PKPushRegistry? }

    private var all: [Member] = []
    /// Nil = nothing yet.
    private var latest: PKPushRegistry.Event?

    /// The registries that the app has not released.
    var members: [PKPushRegistry] { all.compactMap(\.registry) }

    /// A new member hears what the others were told.
    mutating func add(_ registry: PKPushRegistry) {
        guard !members.contains(registry) else { return }
        all.removeAll { $0.registry == nil }
        all.append(Member(registry: registry))
        if let latest { registry.receive(latest) }
    }

    /// False if it is no member.
    mutating func remove(_ registry: PKPushRegistry) -> Bool {
        let isMember = members.contains(registry)
        all.removeAll { $0.registry == nil || $0.registry === registry }
        if all.isEmpty { latest = nil }
        return isMember
    }

    mutating func tell(_ news: PKPushRegistry.Event) {
        latest = news
        for registry in members { registry.receive(news) }
    }
}

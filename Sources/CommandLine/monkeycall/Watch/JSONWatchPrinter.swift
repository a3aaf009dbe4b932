// SPDX-License-Identifier: MIT
import CallClient
import CallStories
import SDBus

/// Prints one JSON object per line.
struct JSONWatchPrinter: WatchPrinter {
    func show(_ event: MirrorEvent, in registry: Registry) {
        switch event {
        case .serviceFound: line("service-found")
        case .serviceLost: line("service-lost")
        case .callAdded(let call): line("call-added", ("Call", .string(call.uuid)), properties(call.properties))
        case .callChanged(let before, let after):
            line("call-changed", [("Call", .string(after.uuid))] + changes(before.properties, after.properties))
        case .callRemoved(let call): line("call-removed", ("Call", .string(call.uuid)))
        case .providerAdded(let provider):
            line("provider-added", ("Provider", .string(provider.identifier)), properties(provider.properties))
        case .providerChanged(let before, let after):
            line(
                "provider-changed",
                [("Provider", .string(after.identifier))] + changes(before.properties, after.properties))
        case .providerRemoved(let provider): line("provider-removed", ("Provider", .string(provider.identifier)))
        case .audioChanged(let before, let after):
            line("audio-changed", changes(before.properties, after.properties))
        }
    }

    private func line(_ event: String, _ members: (key: String, value: JSON)...) { line(event, members) }

    private func line(_ event: String, _ members: [(key: String, value: JSON)]) {
        Output.line(JSON.object([("Event", .string(event)), ("Time", .unsigned(Clock.now))] + members).text)
    }

    private func properties(_ properties: [String: Variant]) -> (key: String, value: JSON) {
        ("Properties", JSON(properties))
    }

    /// The changed properties, before and after.
    private func changes(
        _ before: [String: Variant], _ after: [String: Variant]
    ) -> [(key: String, value: JSON)] {
        let changed = after.filter { before[$0.key] != $0.value }
        return [("From", JSON(before.filter { changed.keys.contains($0.key) })), ("To", JSON(changed))]
    }
}

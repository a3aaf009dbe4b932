// SPDX-License-Identifier: MIT
import SDBus

/// Something that has happened. Changes come with the properties before and after.
enum WatchEvent {
    case serviceFound
    case serviceLost
    case callAdded(CallRecord)
    case callChanged(CallRecord, CallRecord)
    case callRemoved(CallRecord)
    case providerAdded(ProviderRecord)
    case providerChanged(ProviderRecord, ProviderRecord)
    case providerRemoved(ProviderRecord)
    case audioChanged(AudioRecord, AudioRecord)
}

/// Who shows it.
protocol WatchPrinter {
    /// `registry` is what there is after the event.
    func show(_ event: WatchEvent, in registry: Registry)
}

/// The properties of the audio interface.
struct AudioRecord {
    var properties: [String: Variant] = [:]

    var ownerCalls: [String] { properties["OwnerCalls"]?.strings ?? [] }
    var ownerProvider: String { text("OwnerProvider") }
    var reason: String { text("Reason") }
    var alert: String { text("Alert") }
    var route: String { text("Route") }

    private func text(_ key: String) -> String { properties[key]?.string ?? "" }
}

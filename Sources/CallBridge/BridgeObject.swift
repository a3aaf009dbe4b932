// SPDX-License-Identifier: MIT

import CallInterface
import SDBus

/// `org.monkeycall.Bridge`: the sources and their states, for the command line.
final class BridgeObject {
    private let bus: BusConnection
    private let sources: () -> [(source: any CallSource, isOn: Bool)]

    init(on bus: BusConnection, sources: @escaping () -> [(source: any CallSource, isOn: Bool)]) {
        (self.bus, self.sources) = (bus, sources)
    }

    /// Exports the object and takes the name. Two bridges would list every call twice, so a second one fails.
    func begin() throws(BusError) {
        let table = Interface<Void>(
            BridgeName.bus,
            [
                .method(BridgeName.listSources, returns: ["sources"]) {
                    [unowned self] (_, _) throws(BusError) -> [[String: Variant]] in lines
                }
            ])
        try bus.export(table, at: BridgeName.path) { () }
        try bus.requestName(BridgeName.bus)
    }

    private var lines: [[String: Variant]] {
        sources().map { source, isOn in
            let state: SourceWord = isOn ? source.isPresent ? .present : .absent : .off
            return [String: Variant]([
                .source: .string(source.name), .state: .string(state.rawValue),
                .providers: .strings(source.providers.map(\.identifier)),
                .count: .uint32(UInt32(clamping: source.providers.reduce(0) { $0 + $1.callCount })),
            ])
        }
    }
}

// SPDX-License-Identifier: MIT

import FoundationEssentials

/// What the host tells the extension.
package enum BrowserOrder: Hashable {
    /// The host has heard `hello`.
    case ready
    /// The user's settings turn the calls of browsers off. The host ends.
    case off
    /// The call of the tab should be so. The tab's next `call` message confirms it.
    case set(tab: Int, held: Bool, muted: Bool)
    /// The call of the tab should end.
    case end(tab: Int)

    package var json: [UInt8] {
        let wire =
            switch self {
            case .ready: Wire(type: "ready")
            case .off: Wire(type: "off")
            case .set(let tab, let held, let muted): Wire(type: "set", tab: tab, held: held, muted: muted)
            case .end(let tab): Wire(type: "end", tab: tab)
            }
        return (try? JSONEncoder().encode(wire)).map { Array($0) } ?? []
    }

    private struct Wire: Encodable {
        let type: String
        var tab: Int?
        var held: Bool?
        var muted: Bool?
    }
}

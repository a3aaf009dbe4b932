// SPDX-License-Identifier: MIT

import FoundationEssentials
import SDBus

/// What the extension says.
package enum BrowserMessage: Hashable {
    /// The first message: the name of the browser, and the id of the user's profile in it.
    case hello(browser: String, profile: String)
    /// A tab has a call, and this is how it is now.
    case call(tab: Int, PageCall)
    /// A tab has no call any more.
    case left(tab: Int)

    /// Nil = the program does not know such a message.
    package init?(_ json: [UInt8]) {
        guard let message = try? JSONDecoder().decode(Wire.self, from: Data(json)) else { return nil }
        switch message.type {
        case "hello":
            guard let browser = message.browser.map({ shownText($0, limit: 40) }), !browser.isEmpty,
                let profile = message.profile, Self.isName(profile)
            else { return nil }
            self = .hello(browser: browser, profile: profile)
        case "call":
            guard let tab = message.tab, let call = PageCall(message) else { return nil }
            self = .call(tab: tab, call)
        case "left":
            guard let tab = message.tab else { return nil }
            self = .left(tab: tab)
        default: return nil
        }
    }

    /// Whether a text may be a part of a provider's identifier.
    fileprivate static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) }
    }

    fileprivate struct Wire: Decodable {
        let type: String
        let browser: String?
        let profile: String?
        let tab: Int?
        let call: String?
        let site: String?
        let title: String?
        let held: Bool?
        let muted: Bool?
        let again: Bool?
    }
}

/// The call of a tab, as the page and the extension show it. All of it may be a lie of the page, except `id` and
/// `again`.
package struct PageCall: Hashable {
    /// Names this call of the tab.
    package let id: String
    /// The host name of the page that has the call.
    package let site: String
    /// The title of the tab, for people; may be empty.
    package let title: String
    package let held: Bool
    package let muted: Bool
    /// The extension told the call to an earlier host too, which has ended.
    package let again: Bool

    fileprivate init?(_ message: BrowserMessage.Wire) {
        guard let id = message.call, BrowserMessage.isName(id), let site = message.site,
            let held = message.held, let muted = message.muted
        else { return nil }
        self.id = id
        self.site = shownText(site, limit: 250)
        if self.site.isEmpty { return nil }
        title = shownText(message.title ?? "", limit: 100)
        (self.held, self.muted, again) = (held, muted, message.again ?? false)
    }
}

/// The text of a page for one line on a screen, with at most `limit` scalars: without control characters, line ends,
/// and characters that change the order of the text around it. It can go over the bus.
private func shownText(_ text: String, limit: Int) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(limit) where !scalar.properties.isBidiControl {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: break
        default: shown.append(scalar)
        }
    }
    return String(shown).carried
}

/// What the host tells the extension.
package enum BrowserOrder: Hashable {
    /// The host has received `hello`.
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

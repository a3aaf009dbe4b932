// SPDX-License-Identifier: MIT

import CallLinks
import Foundation
import Intents

/// A request to call from outside the app: a link, the list of recent calls, an address book.
struct StartCallRequest {
    let handle: Party
    let isVideo: Bool

    init(handle: Party, isVideo: Bool = false) {
        self.handle = handle
        self.isVideo = isVideo
    }

    /// A link with a scheme that the app is registered for; nil for any other link, and for a link without an address.
    ///
    ///     monkeycall://ada?video    tel:+49-30-123456    sip:ada@example.org
    init?(_ url: URL) {
        if let link = try? CallLink(url.absoluteString) {
            self.init(handle: Party(link.handle), isVideo: link.isVideo)
        } else if let link = Link(url.absoluteString), link.scheme == "monkeycall" {
            self.init(handle: Party(guessing: link.address), isVideo: link.options.contains("video"))
        } else {
            return nil
        }
    }

    /// The activity of a user who chose a contact elsewhere; nil for any other activity.
    init?(_ userActivity: NSUserActivity) {
        guard let intent = userActivity.interaction?.intent as? INStartCallIntent,
            let person = intent.contacts?.first?.personHandle,
            let value = person.value, !value.isEmpty
        else { return nil }
        let kind: Party.Kind =
            if person.type == .phoneNumber {
                .phoneNumber
            } else if person.type == .emailAddress {
                .emailAddress
            } else {
                .generic
            }
        self.init(handle: Party(kind: kind, value: value), isVideo: intent.callCapability == .videoCall)
    }
}

/// `scheme:address;parameters?options`, also with `//` before the address.
private struct Link {
    let scheme: String
    let address: String
    let options: [Substring]

    init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        let target = parts[1].drop { $0 == "/" }
        let address = target.prefix { !";?#/".contains($0) }
        guard let address = address.removingPercentEncoding, !address.isEmpty else { return nil }
        let query = target.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }
        self.scheme = parts[0].lowercased()
        self.address = address
        options = query.split(separator: "&")
    }
}

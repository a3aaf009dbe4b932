// SPDX-License-Identifier: MIT

package import CallInterface
package import CallLinks
import ConfigurationText

/// The question whether to call, which a link needs: every page and message can contain one.
package struct LinkQuestion: Hashable, Sendable {
    package let handle: Handle
    package let isVideo: Bool
    private let link: CallLink

    package init(_ link: CallLink) {
        (self.link, handle, isVideo) = (link, link.handle, link.isVideo)
    }

    package var heading: String { Catalogue.text("Call %s?", link.handle.value) }

    /// The facts of the link that the number or address does not have.
    package var body: String {
        var lines: [String] = []
        if isVideo { lines.append(Catalogue.text("Video call")) }
        if !link.extensionDigits.isEmpty { lines.append(Catalogue.text("Extension %s", link.extensionDigits)) }
        if let context = link.context { lines.append(Catalogue.text("Only in the network of %s", context)) }
        return lines.joined(separator: "\n")
    }
}

// SPDX-License-Identifier: MIT

import CallInterface
import CallLinks

/// A call that a link asks for, as the user sees it before it is dialed.
struct CallQuestion: Hashable {
    /// The id of its notification.
    let id: String
    let link: CallLink
    /// The name in the user's address book; empty = none. Apps and pages cannot choose it.
    var name = ""
    /// The number or address for people.
    var address: String
    /// The providers that the directory proposes for the call, before the user's default.
    var providers: [String] = []
    var stage = Stage.asked

    enum Stage: Hashable {
        case asked
        /// The user agreed, and the service could ask no app.
        case failed(Failure)
    }

    enum Failure: Hashable {
        case noApp
        /// The service does not run, or refused the call.
        case refused
    }

    init(id: String, _ link: CallLink) {
        (self.id, self.link) = (id, link)
        address = link.handle.value
    }
}

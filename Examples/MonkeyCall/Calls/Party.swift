// SPDX-License-Identifier: MIT

import CallInterface
import CallLinks

/// The address of the other side of a call, in the words of neither framework.
struct Party: Hashable {
    enum Kind {
        case generic, phoneNumber, emailAddress
    }

    let kind: Kind
    let value: String

    init(kind: Kind, value: String) { (self.kind, self.value) = (kind, value) }

    /// An address as people write it: `+49 30 123456`, `ada@example.org` or any name.
    init(guessing text: String) { self.init(Handle(guessing: text)) }

    init(_ handle: Handle) {
        let kind: Kind =
            switch handle.kind {
            case .generic: .generic
            case .phoneNumber: .phoneNumber
            case .emailAddress: .emailAddress
            }
        self.init(kind: kind, value: handle.value)
    }
}

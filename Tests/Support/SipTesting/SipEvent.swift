// SPDX-License-Identifier: MIT

/// An event of baresip.
package struct SipEvent: Sendable, Equatable {
    /// Such as `CALL_INCOMING`.
    package let type: String
    /// baresip's id of the call; empty in the first event of a call that it dials.
    package let call: String
    package let isIncoming: Bool
    /// The address of the other side, `sip:bob@127.1.2.3:5060`.
    package let peer: String
    /// The digit of a tone, the reason of an end, or whether a session description is an `offer` or an `answer`.
    package let parameter: String
}

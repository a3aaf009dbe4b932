// SPDX-License-Identifier: MIT

package import CallContract

/// The other side of an incoming call.
package struct ScreenedCaller: Hashable, Sendable {
    /// The canonical key; nil = the caller hides its number.
    package var key: String?
    /// The E.164 number without the plus sign; nil = not a telephone number, or hidden.
    package var number: Int64?
    /// The country of the number: two capital letters, as in ISO 3166; nil = unknown.
    package var country: String?
    /// The host of an address, in lower case; nil = not an address.
    package var host: String?
    package var isContact = false
    /// Whether an address book that has not been read yet may have the caller.
    package var mayBeContact = false
    package var isFavourite = false
    /// Whether the user called this caller a short while ago, outside of a sandbox or in the app of this call. What
    /// another sandboxed app reports does not count: it could report calls that the user did not make, and let its
    /// callers ring.
    package var wasCalledRecently = false

    /// A caller that hides its number.
    package init() {}
}

/// The verdict of one list or of one screener about a caller.
package struct NamedVerdict: Hashable, Sendable {
    /// The list's source, or the screener.
    package let name: String
    package let verdict: Verdict

    package init(_ name: String, _ verdict: Verdict) {
        self.name = name
        self.verdict = verdict
    }
}

/// The facts that decide about an incoming call before a screener is asked.
package struct ScreeningFacts: Hashable, Sendable {
    /// Whether the call is cellular and an emergency call ended in the last two hours: the rescue service may call
    /// back.
    package var isInEmergencyWindow = false
    /// Whether the user has turned off all rules, lists and screeners.
    package var isSwitchedOff = false
    package var caller = ScreenedCaller()
    /// The lists with this caller, in the user's order.
    package var lists: [NamedVerdict] = []

    /// A call of a hidden caller that no list knows.
    package init() {}
}

// SPDX-License-Identifier: MIT

package import CallClient
package import CallInterface
import ConfigurationText
package import SDBus

/// A line of the recent calls: a call, or several that came one after the other and are alike for a person.
package struct RecentCall: Hashable, Sendable {
    /// The numbers of the entries of its calls, the newest one first; never empty.
    package private(set) var entries: [Int64]
    /// The newest call.
    package let call: CallRecord
    package let outcome: Received<CallOutcome>
    /// How many of the calls were missed and not seen.
    package private(set) var unreadMissed: Int

    /// A line of `List` or `Search`.
    package init(_ line: [String: Variant]) {
        entries = [Int64(clamping: line.time(.entry))]
        call = CallRecord(historyEntry: line)
        outcome = line.word(.outcome)
        unreadMissed = line.flag(.unread) ? 1 : 0
    }

    /// How many calls the line stands for.
    package var count: Int { entries.count }

    /// The entry of the newest call.
    package var entry: Int64 { entries.first ?? 0 }
    package var handle: WireHandle { call.handle }
    package var isMissed: Bool { outcome.word?.isMissed ?? false }
    package var isBlocked: Bool { outcome.word?.isBlocked ?? false }
    package var isUnread: Bool { unreadMissed > 0 }

    /// Adds an earlier call, if it may share the line: everything that the line says about the newest call is true of
    /// it too, except for the time of day.
    mutating func absorb(_ earlier: RecentCall, _ days: CallDays) -> Bool {
        guard outcome == earlier.outcome, call.isOutgoing == earlier.call.isOutgoing, hasCaller(of: earlier),
            call.provider == earlier.call.provider,
            days.day(of: call.startedAt) == days.day(of: earlier.call.startedAt)
        else { return false }
        entries += earlier.entries
        unreadMissed += earlier.unreadMissed
        return true
    }

    /// Whether the caller is the same, also with another spelling of its number. Of callers without a number only the
    /// names are known.
    private func hasCaller(of other: RecentCall) -> Bool {
        if handle == .none { return other.handle == .none && call.callerName == other.call.callerName }
        let formatted = call.text(.formatted)
        return handle == other.handle || (!formatted.isEmpty && formatted == other.call.text(.formatted))
    }

    /// Without the calls from that entry on; nil if none is left.
    func before(_ entry: Int64) -> RecentCall? {
        var rest = self
        rest.entries.removeAll { $0 >= entry }
        return rest.entries.isEmpty ? nil : rest
    }
}

// A recent call as people read it. The texts of apps and of address books are untrusted: they are isolated, and never
// markup.

extension RecentCall {
    /// The name of the caller, or its number.
    package var title: String {
        let name = call.callerName
        if !name.isBlank { return name.shown }
        return call.address.isBlank ? Catalogue.text("Unknown caller") : call.address.shown
    }

    /// The number of calls behind the name; empty for one call.
    package var countText: String { count > 1 ? "(\(count))" : "" }

    /// The name for the picture; empty for a caller without a name.
    package var initials: String { call.callerName.forInitials }

    /// How the call ended, and which number of a person it was, or the app of a caller without a name.
    package var subtitle: String {
        let use = ContactAddress.words(ofUse: call.text(.use))
        let party =
            call.callerName.isBlank || call.address.isBlank ? call.providerName : use.isEmpty ? call.address : use
        return party.isBlank ? outcomeWords : "\(outcomeWords) · \(party.shown)"
    }

    /// What became of the call.
    package var outcomeWords: String { look.words }
    /// A name of the icon theme of GNOME.
    package var icon: String { look.icon }

    private var look: (words: String, icon: String) {
        let way = call.isOutgoing ? "call-outgoing-symbolic" : "call-incoming-symbolic"
        return switch outcome.word {
        // nil: a word of a later version.
        case .answered, nil: (call.isOutgoing ? Catalogue.text("Outgoing") : Catalogue.text("Incoming"), way)
        case .missed: (Catalogue.text("Missed"), "call-missed-symbolic")
        case .refused: (Catalogue.text("Declined"), way)
        case .elsewhere: (Catalogue.text("Answered elsewhere"), way)
        case .notConnected: (Catalogue.text("No answer"), way)
        case .doNotDisturb: (Catalogue.text("Do not disturb"), "call-missed-symbolic")
        case .busy: (Catalogue.text("You were in another call"), "call-missed-symbolic")
        case .blockList, .screener, .user: (Catalogue.text("Blocked"), "action-unavailable-symbolic")
        }
    }

    /// The whole row for screen readers.
    package func spoken(_ days: CallDays) -> String {
        let app = call.callerName.isBlank || call.providerName.isBlank ? "" : call.appLine
        return [
            count > 1 ? title + " " + countText : title, subtitle, app, days.moment(call.startedAt),
            isUnread ? Catalogue.text("new") : "",
        ]
        .filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// How long it lasted; empty if it did not connect.
    package var duration: String { CallDays.duration(from: call.connectedAt, to: call.properties.time(.endedAt)) }
}

extension String {
    /// More of a text is not shown: a layout of GTK takes time for each mark, also for thousands of marks on one
    /// character.
    private static let shownLength = 200

    /// A text of an app or an address book, for a label: on one line, with a length that can be laid out, and apart
    /// from the direction of the text around it.
    package var shown: String { shortened.isolated }

    /// A shown text as a part of a sentence, which isolates it itself.
    package var quoted: String { unisolated }

    /// A name for a picture of its first letters. It has no marks of direction, which would take the place of a letter;
    /// empty for a name without a letter or a digit.
    package var forInitials: String {
        let plain = String(
            String.UnicodeScalarView(shortened.unicodeScalars.filter { $0.properties.generalCategory != .format }))
        return plain.contains { $0.isLetter || $0.isNumber } ? plain : ""
    }

    private var shortened: String {
        let start = unicodeScalars.prefix(Self.shownLength)
        return start.endIndex == unicodeScalars.endIndex ? self : String(start) + "…"
    }
}

// SPDX-License-Identifier: MIT

package import CallClient
package import CallInterface
import ConfigurationText
package import SDBus

/// A line of the recent calls: the newest of one or several calls with the same caller.
package struct RecentCall: Hashable, Sendable {
    /// The numbers of the entries that this program has read, the newest one first; never empty.
    package private(set) var entries: [Int64]
    package let call: CallRecord
    package let outcome: Received<CallOutcome>
    /// How many calls the line stands for.
    package private(set) var count: Int
    /// How many of them were missed and not seen.
    package private(set) var unreadMissed: Int

    /// A line of `List`, `Search` or `Recents`.
    package init(_ line: [String: Variant]) {
        entries = [Int64(clamping: line.time(.entry))]
        call = CallRecord(historyEntry: line)
        outcome = line.word(.outcome)
        count = Int(line[.calls]?.uint32 ?? 1)
        unreadMissed = Int(line[.unreadMissed]?.uint32 ?? (line.flag(.unread) ? 1 : 0))
    }

    /// The entry of the newest call.
    package var entry: Int64 { entries.first ?? 0 }
    package var handle: WireHandle { call.handle }
    package var isMissed: Bool { outcome.word?.isMissed ?? false }
    package var isBlocked: Bool { outcome.word?.isBlocked ?? false }
    package var isUnread: Bool { unreadMissed > 0 }

    /// Adds an earlier call, if it may share the line: the same caller, the same day, and blocked alike.
    mutating func absorb(_ earlier: RecentCall, _ days: CallDays) -> Bool {
        guard handle == earlier.handle, isBlocked == earlier.isBlocked, isMissed == earlier.isMissed,
            call.isOutgoing == earlier.call.isOutgoing,
            days.day(of: call.startedAt) == days.day(of: earlier.call.startedAt)
        else { return false }
        entries += earlier.entries
        count += earlier.count
        unreadMissed += earlier.unreadMissed
        return true
    }
}

// A recent call as people read it. The texts of apps and of address books are untrusted: they are isolated, and never
// markup.

extension RecentCall {
    /// The name of the caller, or its number.
    package var title: String {
        let name = call.callerName
        if !name.isBlank { return name.shown }
        return handle.value.isBlank ? Catalogue.text("Unknown caller") : handle.value.shown
    }

    /// The name for the picture; empty for a caller without a name.
    package var initials: String { call.callerName.forInitials }

    /// How the call ended, the number of calls, and the number of the caller or the app.
    package var subtitle: String {
        let party = call.callerName.isBlank || handle.value.isBlank ? call.providerName : handle.value
        let words = count > 1 ? "\(outcomeWords) (\(count))" : outcomeWords
        return party.isBlank ? words : "\(words) · \(party.shown)"
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
        [title, subtitle, days.moment(call.startedAt), isUnread ? Catalogue.text("new") : ""]
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
    package var quoted: String { filter { !"\u{2068}\u{2069}".contains($0) } }

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

// SPDX-License-Identifier: MIT

package import CallClient
package import CallInterface
import Glibc
package import SDBus

/// One moment of a call's story, as ExplainCall returns it. An absent key reads empty.
package struct StoryMoment {
    package let values: [String: Variant]

    package init(_ values: [String: Variant]) { self.values = values }

    /// Microseconds since the Unix epoch.
    package var time: UInt64 { time(.time) }
    package var event: Received<MomentWord> { values.word(.event) }
    package var action: Received<ActionWord> { values.word(.action) }
    /// True to hold or mute, false to resume or unmute.
    package var isOn: Bool { values[.onHold]?.bool ?? values[.muted]?.bool ?? false }
    package var groupWith: String { text(.groupWith) }
    package var origin: Received<Origin> { values.word(.origin) }
    package var state: Received<CallState> { values.word(.state) }
    package var endedReason: Received<EndedReason> { values.word(.endedReason) }
    package var reason: Received<Reason> { values.word(.reason) }
    package var reasonCall: String { text(.reasonCall) }
    /// How many moments before this one are left out.
    package var omitted: UInt32 { values[.omitted]?.uint32 ?? 0 }

    /// Only in the first moment.
    package var isOutgoing: Bool { values.flag(.outgoing) }
    /// Only in the first moment: the filter that refused the call.
    package var filteredBy: Received<CallFilter> { values.word(.filteredBy) }

    package func text(_ key: Key) -> String { values.text(key) }
    package func time(_ key: Key) -> UInt64 { values.time(key) }
}

/// The calls that a story names, as people know them.
package struct StoryCalls {
    package struct Entry {
        /// The beginning of its id.
        package var shortID: String
        /// The other side, by name and handle; empty if unknown.
        package var party = ""
        /// The other side, by name or handle.
        package var name = ""
        /// The app that carries it.
        package var app = ""
        /// When it ended; 0 = not yet.
        package var endedAt: UInt64 = 0

        package init(shortID: String, party: String = "", name: String = "", app: String = "", endedAt: UInt64 = 0) {
            (self.shortID, self.party, self.name, self.app) = (shortID, party, name, app)
            self.endedAt = endedAt
        }
    }

    /// By UUID, and fit for the place where the story is shown.
    package var entries: [String: Entry] = [:]

    package init() {}

    /// These calls. `text` makes a text of an app fit for the place where the story is shown.
    package init(_ calls: some Sequence<CallRecord>, text: (String) -> String, shortID: (CallRecord) -> String) {
        for call in calls {
            let (name, handle) = (text(call.callerName), text(call.address))
            entries[call.uuid] = Entry(
                shortID: shortID(call), party: name.isEmpty || handle.isEmpty ? name + handle : "\(name) (\(handle))",
                name: name.isEmpty ? handle : name, app: text(call.providerName), endedAt: call.endedAt)
        }
    }

    /// The call with that id. An unknown call has only its id.
    package func entry(_ call: String) -> Entry { entries[call] ?? Entry(shortID: String(call.prefix(8))) }
}

/// Times for people. The service counts microseconds since the Unix epoch.
package enum Clock {
    package static var now: UInt64 { SystemClock.realtime }

    /// `13:05:09` in the user's time zone.
    package static func timeOfDay(_ microseconds: UInt64) -> String {
        var (seconds, parts) = (time_t(clamping: microseconds / 1_000_000), tm())
        localtime_r(&seconds, &parts)
        return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { twoDigits(Int($0)) }.joined(separator: ":")
    }

    /// `13:05:09`, after the date if that is not today.
    package static func moment(_ microseconds: UInt64) -> String {
        let date = date(microseconds)
        return (date == self.date(now) ? "" : date + " ") + timeOfDay(microseconds)
    }

    /// `13:05` for a time of today, `Tue 13:05` for one in the six days before, `2026-04-01` for any other.
    package static func shortMoment(_ microseconds: UInt64, at present: UInt64 = now) -> String {
        let date = date(microseconds)
        let time = String(timeOfDay(microseconds).prefix(5))
        if date == self.date(present) { return time }
        let isRecent = microseconds < present && present - microseconds < sixDays
        return isRecent ? "\(weekday(microseconds)) \(time)" : date
    }

    private static let sixDays: UInt64 = 6 * 86_400_000_000

    private static func weekday(_ microseconds: UInt64) -> String {
        var (seconds, parts) = (time_t(clamping: microseconds / 1_000_000), tm())
        localtime_r(&seconds, &parts)
        return ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][Int(parts.tm_wday)]
    }

    /// `02:13` or `1:02:13`.
    package static func duration(from start: UInt64, to end: UInt64 = now) -> String {
        let seconds = Int(clamping: (end > start ? end - start : 0) / 1_000_000)
        let tail = twoDigits(seconds / 60 % 60) + ":" + twoDigits(seconds % 60)
        return seconds < 3600 ? tail : "\(seconds / 3600):" + tail
    }

    /// `2026-04-01` in the user's time zone.
    package static func date(_ microseconds: UInt64) -> String {
        var (seconds, parts) = (time_t(clamping: microseconds / 1_000_000), tm())
        localtime_r(&seconds, &parts)
        let (month, day) = (twoDigits(Int(parts.tm_mon) + 1), twoDigits(Int(parts.tm_mday)))
        return "\(Int(parts.tm_year) + 1900)-\(month)-\(day)"
    }

    /// `13 s`, `2 min 13 s` or `1 h 2 min`.
    package static func words(from start: UInt64, to end: UInt64) -> String {
        let seconds = Int(clamping: (end > start ? end - start : 0) / 1_000_000)
        if seconds < 60 { return "\(seconds) s" }
        return seconds < 3600 ? "\(seconds / 60) min \(seconds % 60) s" : "\(seconds / 3600) h \(seconds / 60 % 60) min"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

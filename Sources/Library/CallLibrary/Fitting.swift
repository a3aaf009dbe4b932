// SPDX-License-Identifier: MIT

package import CallInterface
package import Foundation
package import SDBus
import Synchronization

// What an app hands over, as the service accepts it. The service would refuse the whole call, update or provider. A
// text for people is cut, a number is raised. An address, an identifier or a member that is too long is left out,
// because a part of it would be another one.

extension CallUpdate {
    /// The update within the limits of the service.
    package var fitting: CallUpdate {
        let limits = Limits()
        var update = self
        update.localizedCallerName = localizedCallerName.map(limits.cut)
        if let handle = remoteHandle ?? nil, !limits.allows(handle) { update.remoteHandle = nil }
        if let member = localMember ?? nil, !limits.allows(member.handle) { update.localMember = nil }
        update.contactIdentifier = contactIdentifier.map(limits.identifier)
        update.members = members.map(limits.members)
        update.activeMembers = activeMembers.map(limits.members)
        return update
    }
}

extension StartAction {
    /// The action within the limits of the service, which refuses a handle that is too long: without it there is
    /// nothing to call.
    package var fitting: StartAction {
        let limits = Limits()
        var start = self
        start.contactIdentifier = limits.identifier(contactIdentifier)
        start.members = limits.members(members)
        return start
    }
}

extension ProviderConfiguration {
    /// The configuration within the limits of the service.
    var fitting: ProviderConfiguration {
        let limits = Limits()
        var fitting = self
        fitting.localizedName = limits.cut(localizedName)
        fitting.maximumCallGroups = Limits.raised(maximumCallGroups, "maximum number of groups")
        fitting.maximumCallsPerCallGroup = Limits.raised(maximumCallsPerCallGroup, "maximum number of calls in a group")
        fitting.desktopEntry = limits.identifier(desktopEntry)
        return fitting
    }
}

extension Limits {
    /// Each kind is logged once, because an app may report the same text with every call.
    private static let logged = Mutex<Set<String>>([])

    private static func log(_ kind: String) {
        if logged.withLock({ $0.insert(kind).inserted }) { NSLog("CallKit: %@", kind) }
    }

    fileprivate func cut(_ text: String) -> String {
        let short = fitting(text)
        if short.utf8.count < text.utf8.count { Self.log("A name has more than \(textLength) bytes and is cut") }
        return short
    }

    fileprivate func identifier(_ text: String) -> String {
        guard text.utf8.count > textLength else { return text }
        Self.log("An identifier has more than \(textLength) bytes and is left out")
        return ""
    }

    fileprivate func allows(_ handle: Handle) -> Bool {
        guard handle.value.utf8.count > textLength else { return true }
        Self.log("A handle has more than \(textLength) bytes and is left out")
        return false
    }

    /// The first members that fit.
    fileprivate func members(_ all: [CallMember]) -> [CallMember] {
        var bytes = 0
        let fitting = all.filter { allows($0.handle) }.prefix(members).prefix { member in
            bytes += member.byteCount
            return bytes <= memberBytes
        }
        if fitting.count < all.count {
            Self.log("The members beyond \(members), or beyond \(memberBytes) bytes, are left out")
        }
        return Array(fitting)
    }

    fileprivate static func raised(_ count: Int, _ what: String) -> Int {
        guard count < 1 else { return count }
        log("The \(what) is \(count); at least 1 is possible, so it is 1")
        return 1
    }
}

extension ProviderConfiguration {
    /// The configuration as the service takes it, with the app's icon as PNG data, and a ringtone: a file in the
    /// bundle, or a name of the sound theme.
    package func wire(icon: Data?, ringtone: String?) -> [String: Variant] {
        var wire = fitting.wire
        wire[.icon] = icon.flatMap { Variant.file($0, "The icon") }
        wire[.ringtone] = ringtone.flatMap { Variant.sound($0) }
        return wire
    }
}

extension Variant {
    /// The contents of the file in the bundle; if there is no such file, a name of the sound theme. Nil if it can be no
    /// such name: the service would refuse the whole provider.
    fileprivate static func sound(_ name: String) -> Variant? {
        let file = URL(fileURLWithPath: name, relativeTo: Bundle.main.resourceURL)
        guard let sound = try? Data(contentsOf: file) else {
            if Limits().allowsThemedName(name) { return .string(name) }
            NSLog("CallKit: The ringtone is no file of the bundle and no name of the sound theme, and is left out")
            return nil
        }
        return .file(sound, "The ringtone")
    }

    /// A file in memory; nil if it is too long: the service would refuse the whole provider.
    fileprivate static func file(_ contents: Data, _ what: String) -> Variant? {
        guard contents.count <= Limits().fileSize, let file = try? BusFile(sealing: contents) else {
            NSLog("CallKit: %@ is longer than 1 MiB and left out; use a shorter one", what)
            return nil
        }
        return .file(file)
    }
}

extension UUID {
    /// A new one. Foundation would open a file for it.
    package static var fresh: UUID { UUID(ActionID.random()) }

    package init<Kind>(_ id: ID<Kind>) {
        self.init(
            uuid: withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { $0.loadUnaligned(as: uuid_t.self) })
    }
}

extension ID {
    package init(_ uuid: UUID) {
        let (high, low) = withUnsafeBytes(of: uuid.uuid) { $0.loadUnaligned(as: (UInt64, UInt64).self) }
        self.init(high: high.bigEndian, low: low.bigEndian)
    }
}

extension Date {
    /// Microseconds since the Unix epoch. What an app reports has happened, so a date in the future is now, and one
    /// that is no number.
    package var microseconds: UInt64 {
        let (date, now) = (timeIntervalSince1970 * 1_000_000, Date().timeIntervalSince1970 * 1_000_000)
        return UInt64(date < now ? max(0, date) : now)
    }

    package init(microseconds: UInt64) { self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000) }
}

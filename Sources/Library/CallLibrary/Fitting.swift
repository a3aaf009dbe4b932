// SPDX-License-Identifier: MIT

package import CallInterface
import Foundation
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

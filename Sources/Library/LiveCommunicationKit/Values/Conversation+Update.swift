// SPDX-License-Identifier: MIT

internal import CallInterface
internal import CallLibrary

extension Conversation {
    /// Facts about a conversation; nil = unchanged.
    ///
    /// Report the members of each conversation. In one line the system shows one of them, and their names.
    public struct Update: Hashable, Sendable {
        /// The user's own address.
        public var localMember: Handle?
        /// All others that belong to the conversation.
        public var members: Set<Handle>?
        /// The others that take part now.
        public var activeRemoteMembers: Set<Handle>?
        /// What the user can do with it. A set replaces the earlier one. A conversation without any can be paused,
        /// merged and unmerged, plays tones and has no video.
        public var capabilities: Capabilities?

        /// Creates an update of those facts.
        public init(
            localMember: Handle? = nil, members: Set<Handle>? = nil, activeRemoteMembers: Set<Handle>? = nil,
            capabilities: Capabilities? = nil
        ) {
            self.localMember = localMember
            self.members = members
            self.activeRemoteMembers = activeRemoteMembers
            self.capabilities = capabilities
        }
    }

    /// What the user can do with a conversation.
    public struct Capabilities: OptionSet, Hashable, Sendable {
        /// The bits of the options.
        public let rawValue: Int

        /// Creates a set of those bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// It can be paused and continued. The system ends a conversation without it if another one needs the audio.
        public static let pausing = Capabilities(rawValue: 1 << 0)
        /// It can be merged with another.
        public static let merging = Capabilities(rawValue: 1 << 1)
        /// It can be taken out of its group.
        public static let unmerging = Capabilities(rawValue: 1 << 2)
        /// It is a video conversation.
        public static let video = Capabilities(rawValue: 1 << 3)
        /// It plays tones to the other side.
        public static let playingTones = Capabilities(rawValue: 1 << 4)
    }
}

/// The members that the line for people comes from.
struct ShownMembers {
    private var hasMembers = false
    private var first: Handle?

    /// Returns the names to show.
    mutating func begin(with members: [Handle]) -> String {
        (hasMembers, first) = (true, members.first)
        return members.names
    }

    /// The members to show, the one that was shown before first; nil = unchanged. Those that take part now count while
    /// the app has reported no others.
    mutating func take(_ update: Conversation.Update) -> [Handle]? {
        if update.members != nil { hasMembers = true }
        guard let new = update.members ?? (hasMembers ? nil : update.activeRemoteMembers) else { return nil }
        let known = new.inOrder
        let kept = known.filter { $0.type == first?.type && $0.value == first?.value }
        let members = kept + known.filter { !kept.contains($0) }
        first = members.first
        return members
    }
}

extension Conversation.Update {
    /// The update as the service takes it.
    func model(_ shown: inout ShownMembers) -> CallUpdate {
        var update = CallUpdate()
        update.localMember = localMember.map(\.member)
        update.members = members?.inOrder.compactMap(\.member)
        update.activeMembers = activeRemoteMembers?.inOrder.compactMap(\.member)
        if let line = shown.take(self) {
            update.remoteHandle = .some(line.first?.model)
            update.localizedCallerName = line.names
        }
        if let capabilities {
            update.supportsHolding = capabilities.contains(.pausing)
            update.supportsGrouping = capabilities.contains(.merging)
            update.supportsUngrouping = capabilities.contains(.unmerging)
            update.supportsDTMF = capabilities.contains(.playingTones)
            update.hasVideo = capabilities.contains(.video)
        }
        return update.fitting
    }
}

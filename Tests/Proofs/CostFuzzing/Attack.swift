// SPDX-License-Identifier: MIT

/// What one attacker does, and how much of it. The words of an attack are the arguments of its process, and the report
/// of a failure.
package struct Attack: Sendable, CustomStringConvertible {
    /// What it sends to the service.
    package enum Kind: String, CaseIterable, Sendable {
        /// Messages of up to 30 MB with what the service does not need: unknown keys, long texts, long lists.
        case largeMessages = "large-messages"
        /// Calls whose texts are as long as they may be, and changes of these texts.
        case longTexts = "long-texts"
        /// As many calls as the service takes.
        case calls
        /// As many providers as the service takes.
        case providers
        /// Requests to mute that its app never fulfils.
        case transactions
        /// Requests to answer and to end that its app never fulfils.
        case answers
        /// Outgoing calls that its app never connects.
        case starts
        /// Shells with all that a shell may tell.
        case shells
        /// Subscribers, and changes that they all hear.
        case subscriptions
        /// Method calls of all kinds, most of them with mistakes.
        case requests
        /// Questions with the longest replies.
        case objects
        /// Signals, also some that look like the bus's.
        case signals
        /// Connections that come, register, report a call, and leave.
        case visits
        /// Messages whose second half never comes.
        case halves
        /// Files as icons, and descriptors that nothing needs.
        case files

        /// Whether its calls take part in the question of who gets the audio: then another answer of the same user
        /// waits for its app, by the rules of the arbiter.
        var competes: Bool { self == .answers || self == .starts }
    }

    /// What it does when its budget is spent.
    package enum Ending: String, CaseIterable, Sendable {
        /// It keeps all that it has, until the round ends.
        case stays
        /// It leaves the bus, and all that it had ends.
        case leaves
        /// It dies in the middle of a message.
        case dies
    }

    package var kind: Kind
    /// For the choices that it makes itself.
    package var seed: UInt64
    /// The most messages that it sends.
    package var messages: Int
    /// The most bytes that it sends.
    package var bytes: Int
    /// The connections that it opens.
    package var connections: Int
    /// The calls or providers for which it asks.
    package var objects: Int
    /// A deaf attacker reads nothing.
    package var isDeaf: Bool
    /// Half of the attackers want no replies: a bus refuses a client that has too many open calls.
    package var wantsReplies: Bool
    package var ending: Ending

    package var description: String {
        words.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }

    private var words: KeyValuePairs<String, String> {
        [
            "kind": kind.rawValue, "seed": "\(seed)", "messages": "\(messages)", "bytes": "\(bytes)",
            "connections": "\(connections)", "objects": "\(objects)", "deaf": "\(isDeaf)",
            "replies": "\(wantsReplies)", "ending": ending.rawValue,
        ]
    }
}

extension Attack {
    /// Reads the words of an attack; nil = a word is missing or wrong.
    package init?(words: String) {
        let pairs = words.split(separator: " ").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        let values = Dictionary(pairs.compactMap { $0.count == 2 ? ($0[0], $0[1]) : nil }) { $1 }
        func number<Number: FixedWidthInteger>(_ name: String) -> Number? { values[name].flatMap { Number($0) } }
        guard let kind = values["kind"].flatMap(Kind.init), let seed: UInt64 = number("seed"),
            let messages: Int = number("messages"), let bytes: Int = number("bytes"),
            let connections: Int = number("connections"), let objects: Int = number("objects"),
            let ending = values["ending"].flatMap(Ending.init)
        else { return nil }
        self.init(
            kind: kind, seed: seed, messages: messages, bytes: bytes, connections: connections, objects: objects,
            isDeaf: values["deaf"] == "true", wantsReplies: values["replies"] != "false", ending: ending)
    }
}

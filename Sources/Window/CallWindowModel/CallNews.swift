// SPDX-License-Identifier: MIT

package import CallClient
import CallInterface
import ConfigurationText

/// What happened to the calls without the user, each for some seconds: a sentence below the state of the call. The
/// whole story is in the details. Times are in microseconds.
package struct CallNews: Hashable, Sendable {
    package static let length: UInt64 = 10_000_000
    /// How many ended calls it remembers.
    private static let most = 8

    private struct Sentence: Hashable {
        let text: String
        let end: UInt64
    }

    private struct EndedCall: Hashable {
        let id: String
        let title: String
        let hungUp: Bool
    }

    /// By call.
    private var sentences: [String: Sentence] = [:]
    private var ended: [EndedCall] = []

    package init() {}

    /// A call has changed.
    package mutating func changed(
        _ before: CallRecord, _ call: CallRecord, in registry: Registry, at now: UInt64
    ) {
        noteEnd(call)
        guard before.reason != call.reason || before.reasonCall != call.reasonCall || before.state != call.state else {
            return
        }
        let text = text(call, registry)
        sentences[call.uuid] = text.isEmpty ? nil : Sentence(text: text, end: now + Self.length)
    }

    /// A call is not listed any more.
    package mutating func removed(_ call: CallRecord) {
        noteEnd(call)
        sentences[call.uuid] = nil
    }

    private mutating func noteEnd(_ call: CallRecord) {
        guard call.state == .ended, !ended.contains(where: { $0.id == call.uuid }) else { return }
        let hungUp = call.endedReason == .remoteEnded
        ended = ended.suffix(Self.most - 1) + [EndedCall(id: call.uuid, title: call.title, hungUp: hungUp)]
    }

    /// The sentence about the call; empty if there is none, or no longer.
    package func text(of call: String, at now: UInt64) -> String {
        guard let sentence = sentences[call], now < sentence.end else { return "" }
        return sentence.text
    }

    /// When the sentence about the call ends; nil if there is none.
    package func end(of call: String, after now: UInt64) -> UInt64? {
        sentences[call].flatMap { $0.end > now ? $0.end : nil }
    }

    private func text(_ call: CallRecord, _ registry: Registry) -> String {
        let over = ended.last { $0.id == call.reasonCall }
        switch call.reason.word {
        case .resumed:
            if let over, over.hungUp {
                return Catalogue.text(
                    "%1$s hung up. You are talking to %2$s again.", parts: over.title.isolated, call.title.isolated)
            }
            return Catalogue.text("You are talking to %s again.", call.title)
        case .heldForAnswer, .heldForStart, .heldForResume, .heldForGroup, .heldForOwner:
            guard let other = registry.call(call.reasonCall) else { return "" }
            return Catalogue.text("On hold, because you talk to %s.", other.title)
        // The user or the app did it, or the state says it.
        default: return ""
        }
    }
}

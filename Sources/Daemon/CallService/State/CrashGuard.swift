// SPDX-License-Identifier: MIT

/// Notes what is at hand, so that the next service notices a state, or an event, that ends each service that handles
/// it. The words outlive the process and the state file.
final class CrashGuard {
    private let words: MappedWords
    private(set) var strikes: Strikes
    private var atHand = AtHand.nothing
    /// The user whose client gets an answer.
    private var work: AtHand?

    /// The words in a folder of the state.
    static func words(in folder: String) -> MappedWords { MappedWords(path(in: folder), count: Strikes.words) }
    static func path(in folder: String) -> String { folder + "/at-hand" }

    /// Counts what the last service had at hand when it ended.
    init(_ words: MappedWords) {
        self.words = words
        strikes = Strikes(words.indices.map { words[$0] })
        strikes.add(AtHand(words[0]))
        keepStrikes()
        words[0] = AtHand.nothing.word
    }

    /// From now on the service handles this.
    func take(_ new: AtHand) {
        guard new != atHand else { return }
        atHand = new
        words[0] = new.word
    }

    /// A client of that user will get an answer. It is useful work when the service comes to rest.
    func noteWork(for uid: UInt32) { work = .user(uid) }

    /// Nothing is at hand.
    func rest() {
        take(.nothing)
        if let work { clear(work) }
        work = nil
    }

    /// The service did useful work with this.
    func clear(_ atHand: AtHand) {
        guard strikes.count(atHand) > 0 else { return }
        strikes.clear(atHand)
        keepStrikes()
    }

    /// There is no state to give up.
    func clearAll() {
        strikes = Strikes()
        keepStrikes()
    }

    private func keepStrikes() {
        for (place, word) in zip(words.indices.dropFirst(), strikes.words) where words[place] != word {
            words[place] = word
        }
    }
}

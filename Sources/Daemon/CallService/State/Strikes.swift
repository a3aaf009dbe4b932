// SPDX-License-Identifier: MIT

/// How many services in a row ended while something was at hand, since they did useful work with it. It counts services
/// and knows no time: a slow processor may need a minute for a start.
///
/// Useful work for a user: the service has its name, has performed what was owed, and then a client of this user got an
/// answer. For the state as a whole it is that a service could read it, and write it anew.
struct Strikes: Hashable {
    private(set) var counts: [AtHand: Int] = [:]

    /// A service ended with this at hand.
    mutating func add(_ atHand: AtHand) {
        if atHand != .nothing { counts[atHand, default: 0] += 1 }
    }

    /// A service did useful work with this.
    mutating func clear(_ atHand: AtHand) { counts[atHand] = nil }

    func count(_ atHand: AtHand) -> Int { counts[atHand] ?? 0 }
    func recovery(of uid: UInt32) -> Recovery { Recovery(afterStrikes: count(.user(uid))) }
    /// Whether no service can even read the file.
    var areOfFile: Bool { Recovery(afterStrikes: count(.file)) == .drop }
}

/// What a service does with the state of a user. It depends on how many services ended with it.
enum Recovery: Hashable {
    case proceed
    /// Keep only the facts that apps could report again.
    case reduce
    /// End the user's calls, and tell the providers.
    case reset
    /// Read nothing but the providers, and tell them.
    case drop

    init(afterStrikes strikes: Int) {
        switch strikes {
        case ...2: self = .proceed
        case 3: self = .reduce
        case 4: self = .reset
        default: self = .drop
        }
    }

    /// For the log and for people; nil = the state is restored whole.
    var consequence: String? {
        switch self {
        case .proceed: nil
        case .reduce: "only the facts about the calls are restored"
        case .reset: "the calls are ended"
        case .drop: "the state is dropped"
        }
    }
}

/// The words: what is at hand, then one word for each count, the highest first. A count more than the words can hold is
/// lost.
extension Strikes {
    /// The number of words.
    static let words = 64

    /// Of all words.
    init(_ words: some Sequence<UInt64>) {
        for word in words.dropFirst() where word != 0 {
            counts[AtHand(word & ~Self.countMask)] = Int((word & Self.countMask) >> Self.countShift)
        }
    }

    /// The words behind the first one.
    var words: [UInt64] {
        let words = counts.map { $0.key.word | UInt64(min($0.value, 0xFF)) << Self.countShift }
        let places = Self.words - 1
        return words.sorted(by: >).prefix(places) + Array(repeating: 0, count: max(0, places - words.count))
    }

    private static let (countShift, countMask) = (UInt64(40), UInt64(0xFF) << 40)
}

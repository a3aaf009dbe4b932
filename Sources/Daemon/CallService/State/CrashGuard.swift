// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemFiles

/// Notes what is at hand, so that the next service notices a state, or an event, that ends each service that handles
/// it. The words outlive the process and the state file.
final class CrashGuard {
    private let words: MappedWords
    private(set) var counts: CrashCounts
    private var atHand = AtHand.nothing
    /// The user whose client gets an answer.
    private var work: AtHand?

    /// The words in a folder of the state.
    static func words(in folder: String) -> MappedWords { MappedWords(path(in: folder), count: CrashCounts.words) }
    static func path(in folder: String) -> String { folder + "/at-hand" }

    /// Counts what the last service had at hand when it ended.
    init(_ words: MappedWords) {
        self.words = words
        counts = CrashCounts(words.indices.map { words[$0] })
        counts.add(AtHand(words[0]))
        keepCounts()
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
    func becomeIdle() {
        take(.nothing)
        if let work { clear(work) }
        work = nil
    }

    /// The service did useful work with this.
    func clear(_ atHand: AtHand) {
        guard counts.count(atHand) > 0 else { return }
        counts.clear(atHand)
        keepCounts()
    }

    /// There is no state to give up.
    func clearAll() {
        counts = CrashCounts()
        keepCounts()
    }

    private func keepCounts() {
        for (place, word) in zip(words.indices.dropFirst(), counts.words) where words[place] != word {
            words[place] = word
        }
    }
}

/// How many services in a row ended while something was at hand, since they did useful work with it. It counts services
/// and knows no time: a slow processor may need a minute for a start.
///
/// Useful work for a user: the service has its name, has performed the pending effects, and then a client of this user
/// got an answer. For the state as a whole it is that a service could read it, and write it anew.
struct CrashCounts: Hashable {
    private(set) var counts: [AtHand: Int] = [:]

    /// A service ended with this at hand.
    mutating func add(_ atHand: AtHand) {
        if atHand != .nothing { counts[atHand, default: 0] += 1 }
    }

    /// A service did useful work with this.
    mutating func clear(_ atHand: AtHand) { counts[atHand] = nil }

    func count(_ atHand: AtHand) -> Int { counts[atHand] ?? 0 }
    func recovery(of uid: UInt32) -> Recovery { Recovery(afterCrashes: count(.user(uid))) }
    /// Whether no service can even read the file.
    var areOfFile: Bool { Recovery(afterCrashes: count(.file)) == .drop }
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

    init(afterCrashes crashes: Int) {
        switch crashes {
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
extension CrashCounts {
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

/// What the service handles at present, as one word that it stores without a system call. The next service learns from
/// it what may have ended this one.
enum AtHand: Hashable {
    /// Nothing: a kill comes from outside.
    case nothing
    /// The state as a whole: its index, and what belongs to no user.
    case file
    /// The records of a user, or an event of that user.
    case user(UInt32)

    private static let (fileWord, userWord) = (UInt64(1) << 32, UInt64(2) << 32)

    init(_ word: UInt64) {
        switch word & ~UInt64(UInt32.max) {
        case Self.fileWord: self = .file
        case Self.userWord: self = .user(UInt32(truncatingIfNeeded: word))
        default: self = .nothing
        }
    }

    var word: UInt64 {
        switch self {
        case .nothing: 0
        case .file: Self.fileWord
        case .user(let uid): Self.userWord | UInt64(uid)
        }
    }
}

/// A few words in a file in memory (tmpfs) for the next process. Storing a word costs no system call. Without space for
/// the file each word reads as 0.
///
/// Not final, because the simulation kills the service at each store.
package class MappedWords {
    private let words: UnsafeMutableBufferPointer<UInt64>?

    /// The words that the last process left in that file; all are 0 if it left no such number of words.
    package init(_ path: String, count: Int) {
        words = Self.map(path, count) ?? (Self.make(path, count) ? Self.map(path, count) : nil)
    }

    deinit { if let words { munmap(words.baseAddress, words.count * 8) } }

    package var indices: Range<Int> { words?.indices ?? 0..<0 }

    package subscript(place: Int) -> UInt64 {
        get { words.map { UInt64(littleEndian: $0[place]) } ?? 0 }
        set { words?[place] = newValue.littleEndian }
    }

    private static func map(_ path: String, _ count: Int) -> UnsafeMutableBufferPointer<UInt64>? {
        guard let (file, size) = try? openOwnFile(path, O_RDWR) else { return nil }
        defer { close(file) }
        guard size == count * 8 else { return nil }
        let place = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        guard let place, place != MAP_FAILED else { return nil }
        return UnsafeMutableBufferPointer(start: place.assumingMemoryBound(to: UInt64.self), count: count)
    }

    /// Writes all bytes, so that the pages exist: a full file system cannot fail a store to them.
    private static func make(_ path: String, _ count: Int) -> Bool {
        (try? NewFile.write([UInt8](repeating: 0, count: count * 8), to: path)) != nil
    }
}

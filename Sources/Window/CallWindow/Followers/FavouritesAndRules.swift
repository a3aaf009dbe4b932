// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import SDBus

/// The list of favourites, and its changes. Another program may change it too, so the place of a favourite is asked for
/// each time. Changes come one after the other, because a change moves the places of the next one.
@MainActor
final class FavouriteChanges {
    /// Ends a change, with the sentence for the user if it fails.
    private typealias Done = (String?) -> Void

    private unowned let directory: DirectoryFollower
    /// The first one is under way.
    private var changes: [() -> Void] = []

    init(_ directory: DirectoryFollower) { self.directory = directory }

    /// Which of the callers are favourites, in the same order; nil if the directory does not answer.
    func contains(_ handles: [WireHandle], then completion: @escaping ([Bool]?) -> Void) {
        load { [directory] list in
            guard let list = try? list.get() else { return completion(nil) }
            let favourites = Set(list.map(\.key))
            directory.keys.load(handles) { keys in completion(keys.map { favourites.contains($0) }) }
        }
    }

    /// Adds a favourite at the end, or removes it. The answer is the sentence for the user if that fails.
    func set(
        _ isFavourite: Bool, _ handle: WireHandle, name: String, then completion: @escaping (String?) -> Void
    ) {
        change(handle, then: completion) { [directory] known, count, done in
            if isFavourite, known == nil {
                let name = name.isEmpty ? handle.value : name
                directory.change(.setFavourite, UInt32(count) + 1, handle, name, "", then: done)
            } else if !isFavourite, let known {
                directory.change(.removeFavourite, known.position, then: done)
            } else {
                directory.notify(.favourites)
                done(nil)
            }
        }
    }

    /// Moves a favourite by so many places, down if the number is positive; no farther than to an end of the list.
    func move(_ handle: WireHandle, by steps: Int, then completion: @escaping (String?) -> Void) {
        change(handle, then: completion) { [directory] known, count, done in
            guard let known, case let place = Int(known.position) + steps, (1...count).contains(place) else {
                directory.notify(.favourites)
                return done(nil)
            }
            directory.change(.moveFavourite, known.position, UInt32(place), then: done)
        }
    }

    /// Does a change after those before it, with the favourite of that caller, and how many favourites there are.
    private func change(
        _ handle: WireHandle, then completion: @escaping (String?) -> Void,
        _ body: @escaping (Favourite?, Int, @escaping Done) -> Void
    ) {
        let done: Done = { [unowned self] problem in
            completion(problem)
            finish(problem)
        }
        changes.append { [unowned self] in
            load { [directory] list in
                switch list {
                case .failure(let error): done(DirectoryWords.text(error))
                case .success(let list):
                    directory.keys.load([handle]) { keys in
                        body(list.first { keys.contains($0.key) }?.favourite, list.count, done)
                    }
                }
            }
        }
        if changes.count == 1 { changes[0]() }
    }

    /// A change that the directory refused is not announced: the pages then show again what it has.
    private func finish(_ problem: String?) {
        if problem != nil { directory.notify(.favourites) }
        changes.removeFirst()
        changes.first?()
    }

    private func load(
        then completion: @escaping (Result<[(favourite: Favourite, key: String)], BusError>) -> Void
    ) {
        directory.read(.listFavourites, for: [[String: Variant]].self) { [directory] lines in
            switch lines {
            case .failure(let error): completion(.failure(error))
            case .success(let lines):
                let favourites = lines.map(Favourite.init)
                directory.keys.load(favourites.map(\.handle)) { keys in
                    completion(.success(Array(zip(favourites, keys)).map { (favourite: $0, key: $1) }))
                }
            }
        }
    }
}

/// The user's rules about exactly the numbers and addresses of one person.
@MainActor
struct CallerRules {
    private let handles: [WireHandle]
    /// The rules that block one of them.
    private let blocks: [RuleRecord]

    /// Whether one of them is blocked: the user can take that back.
    var isBlocked: Bool { !blocks.isEmpty }

    /// nil if the directory does not answer.
    static func load(
        _ handles: [WireHandle], _ directory: DirectoryFollower, then completion: @escaping (CallerRules?) -> Void
    ) {
        directory.keys.load(handles) { keys in
            directory.ask(.listRules, for: [[String: Variant]].self) { rules in
                guard let rules else { return completion(nil) }
                let blocks = rules.map(RuleRecord.init).filter { $0.kind == .caller && $0.verdict == .reject }
                completion(CallerRules(handles, keys, blocks))
            }
        }
    }

    private init(_ handles: [WireHandle], _ keys: [String], _ blocks: [RuleRecord]) {
        self.handles = handles
        self.blocks = blocks.filter { keys.contains($0.pattern) }
    }

    /// Blocks all numbers and addresses, or removes the rules. The answer comes once, after all answers of the
    /// directory: a sentence for the user if one fails.
    func setBlocked(
        _ isBlocked: Bool, _ directory: DirectoryFollower, then completion: @escaping (String?) -> Void
    ) {
        var waiting = isBlocked ? handles.count : blocks.count
        var problem: String?
        let done: (String?) -> Void = { new in
            problem = problem ?? new
            waiting -= 1
            guard waiting == 0 else { return }
            completion(problem)
            if problem != nil { directory.notify(.rules) }
        }
        if isBlocked {
            for handle in handles { directory.client?.block(handle) { done($0.map(DirectoryWords.text)) } }
        } else {
            for rule in blocks { directory.change(.removeRule, rule.id, then: done) }
        }
    }
}

/// The forms by which the directory compares callers: a number has one form in all its spellings.
@MainActor
final class CallerKeys {
    /// More forms are not kept.
    private static let most = 1_000

    private unowned let directory: DirectoryFollower
    private var known: [WireHandle: String] = [:]

    init(_ directory: DirectoryFollower) { self.directory = directory }

    /// A number without a country has another form in another region.
    func forget() { known = [:] }

    /// Asks for the forms, one question after the other. The answer has them in the order of the handles.
    func load(_ handles: [WireHandle], then completion: @escaping ([String]) -> Void) {
        load(handles[...], [], then: completion)
    }

    private func load(
        _ rest: ArraySlice<WireHandle>, _ keys: [String], then completion: @escaping ([String]) -> Void
    ) {
        var (rest, keys) = (rest, keys)
        while let handle = rest.first, let key = known[handle] {
            keys.append(key)
            rest = rest.dropFirst()
        }
        guard let handle = rest.popFirst() else { return completion(keys) }
        directory.ask(.normalize, handle.written, "", for: [String: Variant].self) { [unowned self] number in
            let key = number?[.handle].flatMap { WireHandle($0) }?.value
            if known.count >= Self.most { known = [:] }
            known[handle] = key
            load(rest, keys + [key ?? handle.value], then: completion)
        }
    }
}

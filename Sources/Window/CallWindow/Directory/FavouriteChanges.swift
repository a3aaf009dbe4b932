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
                directory.tell(.favourites)
                done(nil)
            }
        }
    }

    /// Moves a favourite by so many places, down if the number is positive; no farther than to an end of the list.
    func move(_ handle: WireHandle, by steps: Int, then completion: @escaping (String?) -> Void) {
        change(handle, then: completion) { [directory] known, count, done in
            guard let known, case let place = Int(known.position) + steps, (1...count).contains(place) else {
                directory.tell(.favourites)
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
        if problem != nil { directory.tell(.favourites) }
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

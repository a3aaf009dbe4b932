// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import PhoneModel
import SDBus

/// Changes of the list of favourites. Another program may change it too, so the place of a favourite is asked for each time.
@MainActor
enum FavouriteChange {
    /// Adds a favourite at the end, or removes it. The answer is the sentence for the user if that fails.
    static func set(
        _ isFavourite: Bool, _ handle: WireHandle, name: String, _ directory: DirectoryFollower,
        then completion: @escaping (String?) -> Void
    ) {
        directory.ask(.listFavourites, for: [[String: Variant]].self) { lines in
            guard let lines else { return completion(DirectoryWords.absent) }
            let favourites = lines.map(Favourite.init)
            let known = favourites.first { $0.handle == handle }
            let done: (String?) -> Void = { problem in
                completion(problem)
                if problem != nil { directory.tell(.favourites) }
            }
            if isFavourite, known == nil {
                let end = UInt32(favourites.count) + 1
                directory.change(.setFavourite, end, handle, name.isEmpty ? handle.value : name, "", then: done)
            } else if !isFavourite, let known {
                directory.change(.removeFavourite, known.position, then: done)
            } else {
                directory.tell(.favourites)
            }
        }
    }
}

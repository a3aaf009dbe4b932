// SPDX-License-Identifier: MIT

import CallContract
import DirectoryDatabase
import GRDB
import Testing

/// Favourites at positions without a gap.
struct FavouriteTests {
    private let sample: Sample
    private let favourites: Favourites

    init() throws {
        sample = try Sample()
        favourites = Favourites(sample.database)
    }

    private static func favourite(_ name: String) -> Favourite {
        Favourite(
            handle: Handle(kind: .phoneNumber, value: "+49 \(name)"), callerKey: "key \(name)", name: name,
            provider: "org.example.App")
    }

    @Test func `A favourite comes back as it was set`() throws {
        try favourites.set(Self.favourite("Ada"), at: 1)
        #expect(try favourites.list == [Self.favourite("Ada")])
    }

    @Test(arguments: [-1, 0, 2, .max])
    func `A position that would leave a gap is refused with the possible ones`(position: Int) throws {
        #expect(throws: DirectoryProblem.refused("There is no position \(position) among the favourites. Use 1 to 1."))
        {
            try favourites.set(Self.favourite("Ada"), at: position)
        }
        #expect(try favourites.list.isEmpty)
    }

    @Test func `Every change of a short list gives the list of an array`() throws {
        for count in 0...4 {
            for from in 0...5 {
                for to in -1...5 {
                    var names = Array("abcd".prefix(count)).map(String.init)
                    try reset(to: names)
                    // -1 removes, 0 sets, and 1 to 5 moves.
                    let isValid: Bool
                    switch to {
                    case -1:
                        isValid = (1...4).contains(from) && from <= count
                        if isValid { names.remove(at: from - 1) }
                        expect(isValid) { try favourites.remove(at: from) }
                    case 0:
                        isValid = from >= 1 && from <= count + 1
                        if isValid { names.replaceSubrange(from - 1..<min(from, count), with: ["new"]) }
                        expect(isValid) { try favourites.set(Self.favourite("new"), at: from) }
                    default:
                        isValid = from >= 1 && from <= count && to <= count
                        if isValid { names.insert(names.remove(at: from - 1), at: to - 1) }
                        expect(isValid) { try favourites.move(from: from, to: to) }
                    }
                    #expect(try favourites.list.map(\.name) == names)
                }
            }
        }
    }

    private func reset(to names: [String]) throws {
        while try !favourites.list.isEmpty { try favourites.remove(at: 1) }
        for (index, name) in names.enumerated() { try favourites.set(Self.favourite(name), at: index + 1) }
    }

    private func expect(_ isValid: Bool, _ change: () throws -> Void) {
        #expect((try? change()) != nil || !isValid)
        if !isValid { #expect(throws: DirectoryProblem.self) { try change() } }
    }

    @Test func `The list has a limit, and a full list can still be changed`() throws {
        try sample.database.write { connection in
            for position in 1...Favourites.limit {
                try connection.execute(
                    sql: "INSERT INTO favourite VALUES (?, 'generic', 'x', 'x', 'x', '')", arguments: [position])
            }
        }
        #expect(throws: DirectoryProblem.refused("There are 1000 favourites. Remove some first.")) {
            try favourites.set(Self.favourite("Ada"), at: Favourites.limit + 1)
        }
        try favourites.set(Self.favourite("Ada"), at: Favourites.limit)
        #expect(try favourites.list.last == Self.favourite("Ada"))
    }
}

// SPDX-License-Identifier: MIT

import Testing

@testable import monkeycall

/// The columns of `list`, `recents` and `missed` in a narrow window. 0 is a column that has no room.
struct TableFitTests {
    private func list(_ wanted: [Int], in room: Int) -> [Int] {
        TableFit(room: room, losses: CallTable.losses).fitted(wanted)
    }

    private func width(_ widths: [Int]) -> Int { widths.filter { $0 > 0 }.map { $0 + 2 }.reduce(-2, +) }

    @Test func `The table of calls loses its notes first, then the times, the app, the number, and the name at last`() {
        // The columns: id, state, app, name and number, time, notes.
        let wanted = [8, 8, 6, 27, 5, 40]
        #expect(list(wanted, in: 104) == wanted)
        #expect(list(wanted, in: 80) == [8, 8, 6, 27, 5, 16])
        #expect(list(wanted, in: 62) == [8, 8, 6, 27, 5, 0])
        #expect(list(wanted, in: 60) == [8, 8, 6, 27, 0, 0])
        #expect(list(wanted, in: 53) == [8, 8, 4, 27, 0, 0])
        #expect(list(wanted, in: 50) == [8, 8, 0, 27, 0, 0])
        #expect(list(wanted, in: 40) == [8, 8, 0, 20, 0, 0])
    }

    @Test func `The longest names of an app and of a caller leave the other columns in a window of 100 columns`() {
        let widths = list([8, 10, Table.widest, Table.widest, 7, 30], in: 100)
        #expect(widths == [8, 10, 12, 32, 7, 21])
    }

    @Test func `The table of ended calls keeps how a call ended when the times and the app have no room`() {
        // The columns: id, way, app, name and number, beginning, time, end.
        let wanted = [8, 8, 6, 27, 9, 5, 11]
        let fit = TableFit(room: 80, losses: EndedCallTable.losses).fitted(wanted)
        #expect(fit == [8, 8, 6, 27, 9, 0, 8])
        #expect(TableFit(room: 70, losses: EndedCallTable.losses).fitted(wanted) == [8, 8, 0, 27, 9, 0, 8])
    }

    @Test(arguments: 24...200) func `The table of calls is never wider than its window`(_ room: Int) {
        for app in [1, 6, 48] {
            for party in [5, 27, 48] {
                for notes in [0, 8, 90] {
                    #expect(width(list([8, 8, app, party, 5, notes], in: room)) <= room)
                }
            }
        }
    }

    @Test func `In any other table the widest column shrinks first, and none below 12 columns`() {
        #expect(TableFit(room: 50, losses: []).fitted([30, 20, 8]) == [19, 19, 8])
        #expect(TableFit(room: 10, losses: []).fitted([30, 20, 8]) == [12, 12, 8])
    }
}

// SPDX-License-Identifier: MIT

import CallClient
import SDBus
import Testing

@testable import monkeycall

/// The other side of a call, in a limited width.
struct CellTests {
    private func cell(_ name: String, _ handle: String) -> Cell {
        Cell(
            CallRecord([
                "LocalizedCallerName": .string(name),
                "RemoteHandle": .structure([.string("phone-number"), .string(handle)]),
            ]))
    }

    @Test func `A number is shortened before a name, and a long name does not hide the number`() {
        let ada = cell("Ada Lovelace", "+4930123456")
        #expect(ada.text(in: 32) == "Ada Lovelace  +4930123456")
        #expect(ada.text(in: 20) == "Ada Lovelace  +4930…")
        #expect(ada.text(in: 17) == "Ada Lovelace" && ada.text(in: 8) == "Ada Lov…")
        let long = cell(String(repeating: "Ada ", count: 100), "+4930123456")
        #expect(long.text(in: 32) == "Ada Ada Ada Ada Ad…  +4930123456")
        #expect(long.text(in: 24) == "Ada Ada Ada Ada…  +4930…")
        #expect(long.text(in: 12) == "Ada Ada Ada…")
        #expect(cell("", "+4930123456").text(in: 6) == "+4930…" && cell("Ada Lovelace", "").text(in: 6) == "Ada L…")
    }

    @Test func `Wide characters count double, and control characters are escaped before they count`() {
        #expect(cell("李小龍李小龍", "+49").text(in: 12) == "李小龍李小龍")
        #expect(cell("李小龍李小龍", "+49").text(in: 10) == "李小龍李…")
        #expect(cell("\u{1B}[2J", "+49").text(in: 40) == #"\u{1b}[2J  +49"#)
    }

    @Test(arguments: 0...60) func `A cell is never wider than its room`(_ room: Int) {
        for name in ["", "Ada", "李小龍李小龍李小龍李小龍", String(repeating: "e\u{301}", count: 500)] {
            for handle in ["", "+49", String(repeating: "9", count: 500)] {
                #expect(cell(name, handle).text(in: room).displayWidth <= max(room, 9), "\(name) \(handle)")
            }
        }
    }
}

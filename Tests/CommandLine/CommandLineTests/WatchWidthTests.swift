// SPDX-License-Identifier: MIT

import CallClient
import SDBus
import Testing

@testable import monkeycall

/// The lines of `watch` in windows of any width.
struct WatchWidthTests {
    private func lines(in room: Int?, palette: Palette, _ name: String) -> [String] {
        var lines: [String] = []
        let printer = TextWatchPrinter(palette: palette, room: { room }, say: { lines.append($0) })
        let call = CallRecord([
            "UUID": "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "Provider": "org.example.AnAppWithALongName",
            "State": "connecting", "LocalizedCallerName": .string(name), "Emergency": .bool(true),
            "RemoteHandle": .structure([.string("phone-number"), .string("+4930123456")]),
        ])
        var after = call
        for key in ["HasAudio", "Muted", "HasVideo", "Silenced"] { after.properties[key] = .bool(true) }
        after.properties["State"] = "active"
        after.properties["Reason"] = "answered"
        var audio = AudioRecord()
        audio.properties = ["OwnerProvider": .string(String(repeating: "x", count: 200)), "Route": "alsa_output.pci"]
        let registry = Registry()
        printer.show(.callAdded(call), in: registry)
        printer.show(.callChanged(call, after), in: registry)
        printer.show(.audioChanged(AudioRecord(), audio), in: registry)
        printer.show(.serviceLost, in: registry)
        return lines
    }

    private static let names = [
        "Ada", "李小龍李小龍李小龍李小龍李小龍", "e\u{301}\u{301}\u{301}", "\u{301}Zoe", "Eve\u{1B}[2J\u{9B}1m\n",
        String(repeating: "👩🏽", count: 40),
    ]

    @Test(arguments: [1, 20, 30, 40, 60, 79, 80, 100, 200])
    func `No line of watch is wider than the window, with or without colours`(_ room: Int) {
        for name in Self.names {
            for palette in [Palette(isOn: true), Palette(isOn: false)] {
                for line in lines(in: room, palette: palette, name) {
                    #expect(palette.plain(line).displayWidth <= room, "\(line.debugDescription)")
                    #expect(!line.contains("\u{9B}") && !line.contains("\n"))
                }
            }
        }
    }

    @Test(arguments: [40, 60, 80])
    func `A narrow window shows every fact, and from 60 columns on the whole number`(_ room: Int) {
        let palette = Palette(isOn: true)
        let all = lines(in: room, palette: palette, String(repeating: "Ada ", count: 50)).map { palette.plain($0) }
        #expect(all.filter { $0.contains("+4930123456") }.count == (room < 60 ? 0 : 2))
        let text = all.joined(separator: "\n")
        for fact in ["has the audio", "muted", "video", "silenced", "emergency", "answered"] {
            #expect(text.contains(fact), "\(text)")
        }
    }

    @Test func `A pipe gets every line of watch whole`() {
        let line = lines(in: nil, palette: Palette(isOn: false), "Ada").first { $0.contains("→ active") }
        #expect(line?.hasSuffix("Ada  +4930123456  has the audio, muted, silenced, video, answered") == true)
    }
}
